import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import type Koa from 'koa';

/**
 * Idle timeout of connections. It is longer than in load balancers (usually 60 s): if we close a
 * connection while a request is in flight, the client sees a reset.
 */
export const KEEP_ALIVE_MS = 75_000;

/** Time limit for receiving the headers, so that slow clients cannot hold sockets forever. */
export const HEADERS_MS = 15_000;
/** Time limit for the whole request. A body has a shorter deadline, with an error response. */
export const REQUEST_MS = 60_000;
/**
 * Interval of Node's checks of both time limits. With Node's default of 30 s, they could take twice
 * as long.
 */
const CHECK_EVERY_MS = 5_000;

/** Creates the API's HTTP server, which does not listen yet. */
export function createApiServer(app: Koa): Server {
  const respond = app.callback();
  const inFlight = new WeakMap<Duplex, ServerResponse>();
  const handle = (request: IncomingMessage, response: ServerResponse): void => {
    inFlight.set(request.socket, response);
    void respond(request, response);
  };
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
  server.on('checkContinue', handle);
  return server.on('clientError', (error: NodeJS.ErrnoException, socket) =>
    refuseBytes(error, socket, inFlight.get(socket)),
  );
}

/** Statuses of malformed requests, by Node's error code; 400 for all other codes. */
const STATUSES: Readonly<Record<string, string>> = {
  HPE_HEADER_OVERFLOW: '431 Request Header Fields Too Large',
  HPE_CHUNK_EXTENSIONS_OVERFLOW: '413 Payload Too Large',
  ERR_HTTP_REQUEST_TIMEOUT: '408 Request Timeout',
};

/**
 * Refuses malformed bytes, and closes the connection. If they follow a complete request,
 * its Content-Length was too small: its response is sent first. Node would cut it off.
 */
function refuseBytes(
  { code = '' }: NodeJS.ErrnoException,
  socket: Duplex,
  response: ServerResponse | undefined,
): void {
  if (response?.req.complete && !response.writableFinished) {
    socket.pause();
    response.shouldKeepAlive = false;
    response.once('finish', () => socket.end());
    return;
  }
  if (socket.writable && !(response?.headersSent && !response.writableFinished)) {
    socket.write(`HTTP/1.1 ${STATUSES[code] ?? '400 Bad Request'}\r\nConnection: close\r\n\r\n`);
  }
  socket.destroy();
}
