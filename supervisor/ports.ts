import { createServer } from 'node:net';

const ATTEMPTS_MAX = 200;

// A port handed out but not listened on yet must not be handed out again.
const handedOut = new Set<number>();

/**
 * The preferred port of 127.0.0.1 if nothing listens there, else the next free one.
 * @param preferred 0 for any
 * @throws {Error} when 200 ports in a row are taken
 */
export async function freePort(preferred: number): Promise<number> {
  if (preferred === 0) return anyPort();
  for (let port = preferred; port < preferred + ATTEMPTS_MAX && port <= 65_535; port++) {
    if (handedOut.has(port) || !(await isFree(port))) continue;
    handedOut.add(port);
    return port;
  }
  throw new Error(`no free port from ${preferred} on`);
}

async function isFree(port: number): Promise<boolean> {
  // A listener on all addresses does not everywhere hinder one on 127.0.0.1: both are tried.
  return (await listen(port, '0.0.0.0')) !== null && (await listen(port, '127.0.0.1')) !== null;
}

async function anyPort(): Promise<number> {
  for (let attempt = 0; attempt < ATTEMPTS_MAX; attempt++) {
    const port = await listen(0, '127.0.0.1');
    if (port === null || handedOut.has(port)) continue;
    handedOut.add(port);
    return port;
  }
  throw new Error('no free port');
}

/** The port listened on for a moment, or null when it is taken or forbidden. */
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
