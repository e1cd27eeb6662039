import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { closeServer, listenLocally } from './listen.js';

/** One request to a fake. */
export interface SeenRequest {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

/** A response from a fake; a text is sent as HTML, like gateway errors. */
export interface Reply {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly json?: unknown;
  readonly text?: string;
  readonly bytes?: Buffer;
}

/** How a request ends without an answer. */
export type ConnectionEnding = 'reset' | 'silent';

/**
 * Starts a server on loopback.
 * @param answer builds the answer; if it throws, the answer is a 500
 */
export async function serveReplies(
  answer: (seen: SeenRequest) => Promise<Reply | ConnectionEnding>,
): Promise<{ readonly url: string; stop(): Promise<void> }> {
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://fake.test');
    const { method = '', headers } = request;
    buffer(request)
      .then((body) => answer({ method, path: pathname, query: searchParams, headers, body }))
      .then(
        (reply) => writeReply(response, reply),
        (error: unknown) => writeReply(response, { status: 500, text: String(error) }),
      )
      // The client has disconnected, so no answer can be sent.
      .catch(() => response.destroy());
  });
  const url = await listenLocally(server);
  return { url, stop: () => closeServer(server) };
}

/** Sends an answer, or ends the request without an answer. */
export function writeReply(response: ServerResponse, reply: Reply | ConnectionEnding): void {
  if (reply === 'silent') return;
  if (reply === 'reset') {
    response.socket?.destroy();
    return;
  }
  const { status, headers, json, text, bytes } = reply;
  const type = json === undefined ? 'text/html' : 'application/json';
  response.writeHead(status, { 'content-type': type, ...headers });
  response.end(bytes ?? (json === undefined ? text : JSON.stringify(json)));
}
