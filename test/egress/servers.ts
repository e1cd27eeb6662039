import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createServer, type TLSSocket } from 'node:tls';
import { until } from '../support/until.js';
import { openServer } from '../support/loopback.js';

/** A self-signed certificate for `*.egress.test` and 127.0.0.1, and its key, in PEM format. */
export interface Certificate {
  readonly cert: string;
  readonly key: string;
}

// Part of the system, like the shell. It is not installed with this project.
const OPENSSL = 'openssl';
/** The diagnostics channel on which undici reports each connection. */
const CONNECTED = 'undici:client:connected';

let made: Certificate | undefined;

/** Returns the certificate of this test run. @throws {Error} if there is no usable `openssl` */
export function throwawayCertificate(): Certificate {
  made ??= makeCertificate();
  return made;
}

function makeCertificate(): Certificate {
  const folder = mkdtempSync(join(tmpdir(), 'egress-'));
  const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
  const names = 'subjectAltName=DNS:*.egress.test,IP:127.0.0.1';
  try {
    execFileSync(
      OPENSSL,
      [
        'req',
        '-x509',
        '-newkey',
        'rsa:2048',
        '-nodes',
        '-days',
        '2',
        '-subj',
        '/CN=egress.test',
        '-addext',
        names,
        '-keyout',
        key,
        '-out',
        cert,
      ],
      { stdio: 'pipe' },
    );
    return { cert: readFileSync(cert, 'utf8'), key: readFileSync(key, 'utf8') };
  } catch (cause) {
    throw new Error('The egress tests need the openssl command to make a certificate.', { cause });
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** One request and its socket. */
export interface Visit {
  readonly path: string;
  /** The request line and the headers as received. */
  readonly head: string;
  readonly socket: TLSSocket;
}

/** Writes any bytes as the response. */
export type Answer = (socket: TLSSocket, visit: Visit) => void;

/** A TLS server on a free port of 127.0.0.1 whose responses the test writes byte by byte. */
export interface Site {
  readonly port: number;
  readonly visits: Visit[];
  /** Number of TCP connections until now. */
  readonly connections: () => number;
  answer: Answer;
}

export async function serve(answer: Answer): Promise<Site> {
  const visits: Visit[] = [];
  let connections = 0;
  const server = createServer({ ...throwawayCertificate(), ALPNProtocols: ['h2', 'http/1.1'] });
  server.on('connection', () => (connections += 1));
  const site = { port: await openServer(server), visits, connections: () => connections, answer };
  server.on('secureConnection', (socket) => {
    let head = '';
    socket.on('error', () => socket.destroy()); // Ignores errors, because the tests make the guard close the connection.
    socket.on('data', (data) => {
      const answered = head.includes('\r\n\r\n');
      head += data.toString('latin1');
      if (answered || !head.includes('\r\n\r\n')) return;
      const visit = { path: head.split(' ')[1] ?? '', head, socket };
      visits.push(visit);
      site.answer(socket, visit);
    });
  });
  return site;
}

/** Waits until all clients have disconnected. @throws {Error} when a client does not disconnect */
export async function hungUp({ visits }: Site): Promise<void> {
  await until(
    'every connection has ended',
    async () => visits.every(({ socket }) => socket.closed),
    10_000,
  );
}

/** Formats a response that closes the connection at its end. */
export function http(status: number, headers: readonly string[] = [], body = ''): string {
  return [`HTTP/1.1 ${status} Any`, 'Connection: close', ...headers, '', body].join('\r\n');
}

/** Sends `total` bytes as fast as the client reads. */
export function pump(socket: TLSSocket, total: number): void {
  const chunk = Buffer.alloc(64 << 10);
  let left = total;
  const push = (): void => {
    while (left > 0 && !socket.destroyed) {
      left -= chunk.length;
      if (socket.write(chunk)) continue;
      socket.once('drain', push);
      return;
    }
    if (!socket.destroyed) socket.end();
  };
  push();
}

/**
 * Waits for undici's next connection in this process and returns the client's socket. The guard does not expose this
 * socket, and only this socket shows that a reader has stopped reading.
 */
export function nextReader(): Promise<Socket> {
  return new Promise((resolve) => {
    const take = (message: unknown): void => {
      unsubscribe(CONNECTED, take);
      resolve((message as { socket: Socket }).socket);
    };
    subscribe(CONNECTED, take);
  });
}

/**
 * Returns whether the transfer has stopped because the buffer of the reader is full and the sender
 * waits.
 */
export function isStalled(sender: Socket, reader: Socket): boolean {
  return sender.writableNeedDrain && reader.readableLength >= reader.readableHighWaterMark;
}

/** Sends one byte every 50 ms, forever. */
export function drip(socket: TLSSocket): void {
  const timer = setInterval(() => socket.write('x'), 50);
  socket.on('close', () => clearInterval(timer));
}
