import { createHash, randomBytes } from 'node:crypto';

/** A random text, 256 bits in hex: the token of a link, a state, or the id of a browser. */
export const createHexToken = (): string => randomBytes(32).toString('hex');

/** Format of a token. */
export const TOKEN = /^[0-9a-f]{64}$/;

/** The stored hash of a token. */
export const hashToken = (token: string): string =>
  createHash('sha256').update(token).digest('hex');

/** A PKCE verifier (RFC 7636): 43 characters. */
export const createVerifier = (): string => randomBytes(32).toString('base64url');

/** The challenge of a verifier by the method S256. */
export const computeChallenge = (verifier: string): string =>
  createHash('sha256').update(verifier).digest('base64url');
