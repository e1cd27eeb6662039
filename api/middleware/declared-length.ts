import type { IncomingMessage } from 'node:http';

/** The length of a body as its sender announces it; null where the body comes in chunks. */
export function declaredLength({ headers }: IncomingMessage): number | null {
  return headers['transfer-encoding'] === undefined ? Number(headers['content-length'] ?? 0) : null;
}
