import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';

/** TCP connection between two processes of a test, which the test can interrupt. */
export interface TcpProxy {
  readonly port: number;
  /** Resets open connections and refuses new ones, as if the server were down. */
  cut(): Promise<void>;
  /** Holds all bytes back without an error, as if the network dropped packets. */
  hang(): void;
  /** Forwards bytes again, starting with the bytes held back. */
  restore(): Promise<void>;
  stop(): Promise<void>;
}

/** Starts a proxy on a free port of this machine. */
export async function startTcpProxy(target: { host: string; port: number }): Promise<TcpProxy> {
  const sockets = new Set<Socket>();
  let hanging = false;
  let server: Server | null = null;

  function join(from: Socket, to: Socket): void {
    sockets.add(from);
    from.on('data', (chunk) => to.write(chunk));
    // The code below passes on that one side closed. An error is always followed by a close event.
    from.on('error', () => undefined);
    from.on('close', () => {
      sockets.delete(from);
      to.destroy();
    });
    if (hanging) from.pause();
  }

  async function listen(port: number): Promise<number> {
    server = createServer((client) => {
      const upstream = connect(target);
      join(client, upstream);
      join(upstream, client);
    });
    server.listen(port, '127.0.0.1');
    await once(server, 'listening');
    return (server.address() as AddressInfo).port;
  }

  async function cut(): Promise<void> {
    if (!server) return;
    const closed = once(server, 'close');
    server.close();
    server = null;
    for (const socket of sockets) socket.resetAndDestroy();
    await closed;
  }

  const port = await listen(0);
  return {
    port,
    cut,
    hang() {
      hanging = true;
      for (const socket of sockets) socket.pause();
    },
    async restore() {
      hanging = false;
      if (!server) await listen(port);
      for (const socket of sockets) socket.resume();
    },
    stop: cut,
  };
}
