import { createHash } from 'node:crypto';

/** Computes the SHA-256 of a file in hexadecimal digits. */
export function sha256Of(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex');
}
