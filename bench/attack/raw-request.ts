import { connect } from 'node:net';
import { Readable } from 'node:stream';

/** One request, sent as bytes on a separate socket. */
export interface RawRequest {
  readonly url: string;
  /** The request line and headers, without the empty line. */
  readonly head: readonly string[];
  /** Parts of the body, sent one after another as fast as the server accepts them. */
  readonly body: () => Iterable<Buffer> | AsyncIterable<Buffer>;
  readonly deadlineMs: number;
}

/** A request's outcome. */
export interface RawOutcome {
  /** The HTTP status, or `reset` or `timeout` if there was no response. */
  readonly outcome: string;
  /** Number of bytes that the server accepted. */
  readonly sent: number;
  /** The start of the response's body. */
  readonly body: string;
}

/** Number of characters of a response to keep: more than any error message has. */
const ANSWER_MAX = 20_000;

/**
 * Sends a request and, unlike a normal client, keeps sending after the response begins. Also counts
 * the bytes that the server accepts after its response, until it closes the connection or the
 * deadline passes.
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
  socket.on('data', (part) => (answer = (answer + part.toString('latin1')).slice(0, ANSWER_MAX)));
  socket.on('error', () => undefined);
  socket.on('close', () => {
    clearTimeout(timer);
    const status = /^HTTP\/1\.1 (\d+)/.exec(answer)?.[1];
    const [, text = ''] = /\r\n\r\n([^]*)/.exec(answer) ?? [];
    resolve({
      outcome: status ?? (late ? 'timeout' : 'reset'),
      sent: socket.bytesWritten,
      body: text,
    });
  });
  socket.write([...head, '', ''].join('\r\n'));
  Readable.from(body()).pipe(socket, { end: false });
  return promise;
}
