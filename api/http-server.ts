import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type Koa from 'koa';

/**
 * How long a connection may be idle. Longer than that of load balancers, 60 s as a rule: one that
 * is closed here while a request is on its way to it looks like a reset to the client.
 */
export const KEEP_ALIVE_MS = 75_000;

/** Slow clients must not hold sockets for ever: for the headers, */
export const HEADERS_MS = 15_000;
/** and for the whole request. A body has a deadline of its own, which is shorter and answers. */
export const REQUEST_MS = 60_000;
/** Node looks at these two this often; its own default of 30 s would double them. */
const CHECK_EVERY_MS = 5_000;

/** The HTTP server of the API, not listening yet. */
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
  // Without this, Node would ask for every body before we have looked at the headers.
  return server.on('checkContinue', handle);
}
