import { once } from 'node:events';
import { request, type IncomingHttpHeaders, type IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { logMessages } from '../support/message-log.js';

export interface RawRequest {
  readonly method: string;
  readonly path: string;
  /** A list sends the header several times, which `fetch` cannot do. */
  readonly headers?: Record<string, string | string[]>;
  readonly body?: string | Buffer;
}

export interface RawAnswer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
}

/** Sends a request exactly as given. */
export async function sendRaw(
  url: string,
  { method, path, headers, body }: RawRequest,
): Promise<RawAnswer> {
  const outgoing = request(url, { path, method, headers: headers ?? {}, agent: false });
  // The server may close the connection after its response, while a body is still being sent.
  outgoing.on('error', () => undefined);
  outgoing.end(body);
  const [incoming] = (await once(outgoing, 'response')) as [IncomingMessage];
  const answer = {
    status: incoming.statusCode ?? 0,
    headers: incoming.headers,
    text: await text(incoming),
  };
  logMessages(answer.status, answer.text);
  return answer;
}
