import { createServer } from 'node:http';
import type { AddressInfo, Server } from 'node:net';
import { closeServer, listenLocally } from '@media-platform/stand-ins/providers/listen.js';
import type Koa from 'koa';

export { closeServer, listenLocally };

type Socket = { destroy: () => unknown };
const opened: { server: Server; sockets: Set<Socket> }[] = [];

/** Serves an app on a free port of this machine. */
export async function serveApp(app: Koa): Promise<{ origin: string; stop: () => Promise<void> }> {
  const handle = app.callback();
  const server = createServer((request, response) => void handle(request, response));
  return { origin: await listenLocally(server), stop: () => closeServer(server) };
}

/**
 * Makes a server listen on a free port until `closeServers` closes it.
 * @returns the port
 */
export async function openServer(server: Server): Promise<number> {
  const sockets = new Set<Socket>();
  server.on('connection', (socket) => sockets.add(socket));
  opened.push({ server, sockets });
  await listenLocally(server);
  return portOf(server);
}

/** Closes every server that `openServer` has opened, with its connections. */
export function closeServers(): void {
  for (const { server, sockets } of opened.splice(0)) {
    for (const socket of sockets) socket.destroy();
    server.close();
  }
}

function portOf(server: Server): number {
  return (server.address() as AddressInfo).port;
}
