import { createServer } from 'node:net';

const ATTEMPTS_MAX = 200;

// Ports that we have given away: nobody may listen on them yet, but they are no longer free.
const handedOut = new Set<number>();

/**
 * Finds the preferred port of 127.0.0.1 if nothing listens there, otherwise the next free one.
 * @param preferred 0 for any
 * @throws {Error} when 200 ports in a row are taken
 */
export async function findFreePort(preferred: number): Promise<number> {
  if (preferred === 0) return findAnyPort();
  for (let port = preferred; port < preferred + ATTEMPTS_MAX && port <= 65_535; port++) {
    if (handedOut.has(port) || !(await isFree(port))) continue;
    handedOut.add(port);
    return port;
  }
  throw new Error(`no free port from ${preferred} on`);
}

async function isFree(port: number): Promise<boolean> {
  // On some systems, a port that is in use on all addresses is still free on 127.0.0.1: try both.
  return (await listen(port, '0.0.0.0')) !== null && (await listen(port, '127.0.0.1')) !== null;
}

async function findAnyPort(): Promise<number> {
  for (let attempt = 0; attempt < ATTEMPTS_MAX; attempt++) {
    const port = await listen(0, '127.0.0.1');
    if (port === null || handedOut.has(port)) continue;
    handedOut.add(port);
    return port;
  }
  throw new Error('no free port');
}

/** Listens on a port for a moment. Returns the port, or null when it is taken or forbidden. */
function listen(port: number, host: string): Promise<number | null> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(null));
    server.listen(port, host, () => {
      const address = server.address();
      const bound = typeof address === 'object' && address ? address.port : port;
      server.close(() => resolve(bound));
    });
  });
}
