import { connect, type Socket } from 'node:net';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { createServer } from 'node:tls';
import { pem, type Certificates } from './certificates.js';

/** TLS proxy that accepts only clients with a certificate issued by the test CA. */
export interface TlsFront {
  /** `127.0.0.1:port`. */
  readonly address: string;
  /** Returns the number of accepted connections. */
  entered(): number;
  stop(): Promise<void>;
}

/** Terminates mutual TLS for a clear-text server, on a free port of this machine. */
export async function startTlsFront(target: string, of: Certificates): Promise<TlsFront> {
  const [host, port] = target.split(':');
  const open = new Set<Socket>();
  let entered = 0;
  const server = createServer(
    {
      ca: pem(of.authority.cert),
      cert: pem(of.server.cert),
      key: pem(of.server.key),
      requestCert: true,
      rejectUnauthorized: true,
      // gRPC needs HTTP/2.
      ALPNProtocols: ['h2'],
    },
    (client) => {
      entered += 1;
      const upstream = connect(Number(port), host);
      for (const [from, to] of [
        [client, upstream],
        [upstream, client],
      ] as const) {
        open.add(from);
        from.on('error', () => undefined);
        from.on('close', () => {
          open.delete(from);
          to.destroy();
        });
        from.pipe(to);
      }
    },
  );
  server.on('tlsClientError', () => undefined);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    address: `127.0.0.1:${(server.address() as AddressInfo).port}`,
    entered: () => entered,
    async stop() {
      const closed = once(server, 'close');
      server.close();
      for (const socket of open) socket.destroy();
      await closed;
    },
  };
}
