import { createHash, randomBytes } from 'node:crypto';

/** A text that nobody can guess: 256 bits, base64url. */
export const newSecret = (): string => randomBytes(32).toString('base64url');

/** What a secret looks like. */
export const SECRET = /^[A-Za-z0-9_-]{43}$/;

/** What is kept of a secret. Rows are found by it, so no secret is ever compared. */
export const hashSecret = (secret: string): Buffer => createHash('sha256').update(secret).digest();
