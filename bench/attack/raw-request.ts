import { connect } from 'node:net';
import { Readable } from 'node:stream';

/** One request as bytes on a socket of its own. */
export interface RawRequest {
  readonly url: string;
  /** The request line and headers, without the empty line. */
  readonly head: readonly string[];
  /** Parts of the body, sent one after the other as fast as the server takes them. */
  readonly body: () => Iterable<Buffer> | AsyncIterable<Buffer>;
  readonly deadlineMs: number;
}

/** What became of it. */
export interface RawOutcome {
  /** The status; `reset` or `timeout` when there was none. */
  readonly outcome: string;
  /** Bytes that the other side took before the end. */
  readonly sent: number;
}

/**
 * Sends a request and stops at the first answer, as no client would: what the server takes after
 * its answer is counted too, until it closes or the deadline passes.
 */
export function sendRaw({ url, head, body, deadlineMs }: RawRequest): Promise<RawOutcome> {
  const { hostname, port } = new URL(url);
  const { promise, resolve } = Promise.withResolvers<RawOutcome>();
  const socket = connect(Number(port), hostname);
  let answer = '';
  let late = false;
  const timer = setTimeout(() => {
    late = true;
    socket.destroy();
  }, deadlineMs);
  socket.on('data', (part) => (answer = (answer + part.toString('latin1')).slice(0, 200)));
  socket.on('error', () => undefined);
  socket.on('close', () => {
    clearTimeout(timer);
    const status = /^HTTP\/1\.1 (\d+)/.exec(answer)?.[1];
    resolve({ outcome: status ?? (late ? 'timeout' : 'reset'), sent: socket.bytesWritten });
  });
  socket.write([...head, '', ''].join('\r\n'));
  Readable.from(body()).pipe(socket, { end: false });
  return promise;
}
