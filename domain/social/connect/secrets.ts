import { createHash, randomBytes } from 'node:crypto';

/** A random text, 256 bits in hex: the token of a link, a state, or the id of a browser. */
export const newToken = (): string => randomBytes(32).toString('hex');

/** Format of a token. */
export const TOKEN = /^[0-9a-f]{64}$/;

/** The stored hash of a token. */
export const hashOf = (token: string): string => createHash('sha256').update(token).digest('hex');

/** A PKCE verifier (RFC 7636): 43 characters. */
export const newVerifier = (): string => randomBytes(32).toString('base64url');

/** The challenge of a verifier by the method S256. */
export const challengeOf = (verifier: string): string =>
  createHash('sha256').update(verifier).digest('base64url');
