import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { until } from '../support/until.js';

export interface UnfinishedRequest {
  readonly path: string;
  /** Null sends no key. */
  readonly apiKey: string | null;
  readonly headers?: Readonly<Record<string, string>>;
  /** The part of the body that is sent. */
  readonly body?: string | Buffer;
}

/** A request whose body does not end, and the response so far. */
export class Unfinished {
  private received = '';
  private ended = false;

  private constructor(readonly socket: Socket) {
    socket.setEncoding('latin1');
    socket.on('data', (text) => (this.received += String(text)));
    // An error also closes the connection, so `close` is enough.
    socket.on('error', () => undefined);
    socket.on('close', () => (this.ended = true));
  }

  /** Sends the headers and the beginning of a body. */
  static async send(url: string, request: UnfinishedRequest): Promise<Unfinished> {
    const { hostname, port } = new URL(url);
    const socket = connect(Number(port), hostname);
    await once(socket, 'connect');
    const headers = {
      Host: hostname,
      'Content-Type': 'application/json',
      'Idempotency-Key': `unfinished ${Math.random()}`,
      ...(request.apiKey !== null && { Authorization: `Bearer ${request.apiKey}` }),
      ...request.headers,
    };
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
    socket.write(`POST ${request.path} HTTP/1.1\r\n${lines.join('')}\r\n`);
    if (request.body !== undefined) socket.write(request.body);
    return new Unfinished(socket);
  }

  /** Sends a chunked body that has only this chunk. */
  static async sendChunk(url: string, request: UnfinishedRequest): Promise<Unfinished> {
    const body = String(request.body ?? '');
    const headers = { ...request.headers, 'Transfer-Encoding': 'chunked' };
    const chunk = `${body.length.toString(16)}\r\n${body}\r\n`;
    return Unfinished.send(url, { ...request, headers, body: chunk });
  }

  /** Waits for the whole response and returns its head and body. */
  async answer(): Promise<{ status: number; head: string; text: string }> {
    return until('the whole response has arrived', async () => {
      const [head = '', ...rest] = this.received.split('\r\n\r\n');
      const text = rest.join('\r\n\r\n');
      const length = Number(/^content-length: (\d+)/im.exec(head)?.[1] ?? Number.NaN);
      return text.length >= length && { status: Number(head.split(' ')[1]), head, text };
    });
  }

  /** Waits until the response contains a text. */
  async hears(pattern: RegExp): Promise<void> {
    await until(`the response contains ${pattern}`, async () => pattern.test(this.received));
  }

  /** Waits until the server has closed the connection. */
  async closed(): Promise<void> {
    await until('the server has closed the connection', async () => this.ended);
  }

  end(): void {
    this.socket.destroy();
  }
}
