import { createHash, randomBytes } from 'node:crypto';

/** Creates a random text of 256 bits in hex: a link's token, a state, or a browser's id. */
export const createHexToken = (): string => randomBytes(32).toString('hex');

/** Matches a token. */
export const TOKEN = /^[0-9a-f]{64}$/;

/** Hashes a token for storage. */
export const hashToken = (token: string): string =>
  createHash('sha256').update(token).digest('hex');

/** Creates a PKCE verifier (RFC 7636), which has 43 characters. */
export const createVerifier = (): string => randomBytes(32).toString('base64url');

/** Computes a verifier's challenge by the method S256. */
export const computeChallenge = (verifier: string): string =>
  createHash('sha256').update(verifier).digest('base64url');
