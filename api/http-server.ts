import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type Koa from 'koa';

/**
 * How long a connection can be idle. Longer than in load balancers (usually 60 s): if we close a
 * connection while a request is in flight, the client sees a reset.
 */
export const KEEP_ALIVE_MS = 75_000;

/** Time limit for receiving the headers, so that slow clients cannot hold sockets forever. */
export const HEADERS_MS = 15_000;
/** Time limit for the whole request. A body has a shorter deadline, with an error response. */
export const REQUEST_MS = 60_000;
/** Interval at which Node checks both time limits. Node's default of 30 s would double them. */
const CHECK_EVERY_MS = 5_000;

/** Creates the API's HTTP server, which does not listen yet. */
export function createApiServer(app: Koa): Server {
  const respond = app.callback();
  const handle = (request: IncomingMessage, response: ServerResponse): void =>
    void respond(request, response);
  const server = createServer(
    {
      keepAliveTimeout: KEEP_ALIVE_MS,
      headersTimeout: HEADERS_MS,
      requestTimeout: REQUEST_MS,
      connectionsCheckingInterval: CHECK_EVERY_MS,
    },
    handle,
  );
  // Without this handler, Node would request every body before we have checked the headers.
  return server.on('checkContinue', handle);
}
