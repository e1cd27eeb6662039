import { createHash, randomBytes } from 'node:crypto';

/** Creates a random text of 256 bits as base64url. */
export const createSecret = (): string => randomBytes(32).toString('base64url');

/** Matches a secret. */
export const SECRET = /^[A-Za-z0-9_-]{43}$/;

/** Hashes a secret for storage. Rows are found by the hash, so secrets are never compared. */
export const hashSecret = (secret: string): Buffer => createHash('sha256').update(secret).digest();
