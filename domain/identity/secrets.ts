import { createHash, randomBytes } from 'node:crypto';

/** A random text: 256 bits, base64url. */
export const createSecret = (): string => randomBytes(32).toString('base64url');

/** Format of a secret. */
export const SECRET = /^[A-Za-z0-9_-]{43}$/;

/** The stored hash of a secret. Rows are found by it, so secrets are never compared. */
export const hashSecret = (secret: string): Buffer => createHash('sha256').update(secret).digest();
