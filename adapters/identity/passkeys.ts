import { isIP } from 'node:net';
import type { Passkeys, ChallengeConsumer } from '../../domain/ports/passkeys.js';

/**
 * Time limit in milliseconds for the user in the browser; a challenge is valid for the same time.
 */
const TIMEOUT_MS = 300_000;

/** Ed25519, ES256 and RS256 (RFC 9053): the algorithms that devices support. */
const ALGORITHMS = [-8, -7, -257];

const SERVICE_NAME = 'Media platform';

/**
 * Imports the library on first use, because every process has this adapter and most never use it.
 */
const load = () => import('@simplewebauthn/server');

/**
 * Returns whether browsers offer passkeys on this URL: they do on https and localhost, but not on a
 * bare IP address.
 */
export function allowsPasskeys(publicUrl: string): boolean {
  const { protocol, hostname } = new URL(publicUrl);
  if (hostname.startsWith('[') || isIP(hostname) !== 0) return false;
  return protocol === 'https:' || hostname === 'localhost' || hostname.endsWith('.localhost');
}

/** @returns null if browsers offer no passkeys on this URL */
export function createPasskeys(publicUrl: string): Passkeys | null {
  if (!allowsPasskeys(publicUrl)) return null;
  const { hostname: rpID, origin } = new URL(publicUrl);
  const expected = { expectedOrigin: origin, expectedRPID: rpID, requireUserVerification: true };
  return {
    askForNew: async ({ handle, name, credentialIds }) => {
      const { generateRegistrationOptions } = await load();
      return generateRegistrationOptions({
        rpName: SERVICE_NAME,
        rpID,
        userID: new Uint8Array(handle),
        userName: name,
        timeout: TIMEOUT_MS,
        supportedAlgorithmIDs: ALGORITHMS,
        excludeCredentials: credentialIds.map((id) => ({ id })),
        // The passkey is the only factor, so the device must know the account and verify its user.
        authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      });
    },
    askForSignature: async () => {
      const { generateAuthenticationOptions } = await load();
      return generateAuthenticationOptions({
        rpID,
        timeout: TIMEOUT_MS,
        userVerification: 'required',
      });
    },
    checkNew: (answer, useChallenge) =>
      judge(useChallenge, async (expectedChallenge) => {
        const { verifyRegistrationResponse } = await load();
        const { registrationInfo } = await verifyRegistrationResponse({
          ...expected,
          supportedAlgorithmIDs: ALGORITHMS,
          response: { ...answer, rawId: answer.id, clientExtensionResults: {} },
          expectedChallenge,
        });
        if (!registrationInfo) return null;
        const { id, publicKey, counter } = registrationInfo.credential;
        const { transports = [] } = answer.response;
        return { credentialId: id, publicKey: Buffer.from(publicKey), counter, transports };
      }),
    checkSignature: (answer, { credentialId, publicKey, counter }, useChallenge) =>
      judge(useChallenge, async (expectedChallenge) => {
        const { verifyAuthenticationResponse } = await load();
        const { verified, authenticationInfo } = await verifyAuthenticationResponse({
          ...expected,
          response: { ...answer, rawId: answer.id, clientExtensionResults: {} },
          expectedChallenge,
          credential: { id: credentialId, publicKey: new Uint8Array(publicKey), counter },
        });
        return verified ? authenticationInfo.newCounter : null;
      }),
  };
}

/**
 * Returns null for a bad response: the library throws for every malformed or forged response. A
 * failure to read the challenge says nothing about the response, so it is rethrown.
 */
async function judge<T>(
  useChallenge: ChallengeConsumer,
  work: (useChallenge: ChallengeConsumer) => Promise<T | null>,
): Promise<T | null> {
  const failures: unknown[] = [];
  const use: ChallengeConsumer = async (challenge) => {
    try {
      return await useChallenge(challenge);
    } catch (error) {
      failures.push(error);
      throw error;
    }
  };
  try {
    return await work(use);
  } catch {
    if (failures.length > 0) throw failures[0];
    return null;
  }
}
