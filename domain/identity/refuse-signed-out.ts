import { Refusal } from '../contract/refusal.js';

/** The answer to a session that is missing, forged, over or revoked: one and the same. */
export const refuseSignedOut = (): Refusal =>
  new Refusal('UNAUTHORIZED', {
    message: 'Nobody is signed in here. Open a sign-in link, or use a passkey.',
    headers: { 'WWW-Authenticate': 'Session' },
  });
