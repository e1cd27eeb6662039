import { randomInt } from 'node:crypto';
import { connect, createServer } from 'node:net';

const ATTEMPTS_MAX = 200;

// Ports that were assigned to servers: a server may not listen yet, but its port is no longer free.
const handedOut = new Set<number>();

/**
 * Start of the range for random ports. Systems assign ports for outgoing connections from 32,768 or
 * 49,152 upwards: a client could take such a port before the server listens, or while the server
 * restarts.
 */
const ANY_FROM = 20_000;
const ANY_TO = 32_000;

/**
 * Finds the preferred port on 127.0.0.1 if nothing listens there, otherwise the next free port.
 * @param preferred 0 for any port
 * @throws {Error} if 200 ports in a row are in use
 */
export async function findFreePort(preferred: number): Promise<number> {
  if (preferred === 0) return findAnyPort();
  for (let port = preferred; port < preferred + ATTEMPTS_MAX && port <= 65_535; port++) {
    if (handedOut.has(port) || !(await isFree(port))) continue;
    handedOut.add(port);
    return port;
  }
  throw new Error(`no free port from ${preferred} to ${preferred + ATTEMPTS_MAX - 1}`);
}

async function isFree(port: number): Promise<boolean> {
  // On some systems, a port that is in use on all addresses still appears free on 127.0.0.1, so try
  // both.
  return (await canListen(port, '0.0.0.0')) && (await canListen(port, '127.0.0.1'));
}

async function findAnyPort(): Promise<number> {
  for (let attempt = 0; attempt < ATTEMPTS_MAX; attempt++) {
    const port = randomInt(ANY_FROM, ANY_TO);
    if (handedOut.has(port) || !(await isFree(port))) continue;
    handedOut.add(port);
    return port;
  }
  throw new Error('no free port');
}

/** Tries to listen on a port, which may be in use or forbidden. */
function canListen(port: number, host: string): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen(port, host, () => server.close(() => resolve(true)));
  });
}

/** Returns whether a server listens on a port on 127.0.0.1. */
export function isServed(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
    socket.once('connect', () => socket.destroy());
  });
}
