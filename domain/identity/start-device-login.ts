import { randomInt } from 'node:crypto';
import type { DataSource } from 'typeorm';
import { executeAndCount } from '../../entities/rows.js';
import {
  CLAIM_SECONDS,
  LOGIN_SECONDS,
  type DeviceLoginStartedBody,
} from '../contract/device-login.js';
import { Refusal } from '../contract/refusal.js';
import { createSecret, hashSecret } from './session-secrets.js';

/**
 * Maximum open logins per network and in total. They limit the rows that unauthenticated clients
 * can store, and the number of codes that a guess could match.
 */
export const OPEN_OF_NETWORK_MAX = 100;
const OPEN_MAX = 10_000;

/** Consonants, so that codes spell no words (RFC 8628, section 6.1). */
const LETTERS = 'BCDFGHJKLMNPQRSTVWXZ';
const CODE_LENGTH = 8;

/**
 * Does nothing if too many logins are open, or if a login already has the same user code. There are
 * 25,600,000,000 codes.
 */
const START = `
INSERT INTO device_login (device_hash, user_hash, client_name, network, expires_at)
SELECT $1, $2, $3, $4, now() + interval '${LOGIN_SECONDS} s'
WHERE ${OPEN_MAX} > (SELECT count(*) FROM (
    SELECT 1 FROM device_login WHERE expires_at > now() LIMIT ${OPEN_MAX}) AS open)
  AND ${OPEN_OF_NETWORK_MAX} > (SELECT count(*) FROM (
    SELECT 1 FROM device_login WHERE network = $4 AND expires_at > now()
    LIMIT ${OPEN_OF_NETWORK_MAX}) AS own)
ON CONFLICT DO NOTHING RETURNING 1`;

export interface DeviceLoginDeps {
  readonly db: DataSource;
  readonly env: { readonly publicUrl: string };
}

/**
 * Starts the login of a program without a key (RFC 8628).
 * @param network the client's network
 * @throws {Refusal} RATE_LIMITED if too many logins are open
 */
export async function startDeviceLogin(
  { db, env }: DeviceLoginDeps,
  clientName: string,
  network: string,
): Promise<DeviceLoginStartedBody> {
  const deviceCode = createSecret();
  const userCode = createUserCode();
  const hashes = [hashSecret(deviceCode), hashUserCode(userCode)];
  if ((await executeAndCount(db, START, [...hashes, clientName, network])) === 0) {
    throw new Refusal('RATE_LIMITED', {
      message:
        'Too many logins wait for an answer. Answer one at its `verification_url`, or try again in a minute.',
      headers: { 'Retry-After': '60' },
    });
  }
  const url = `${env.publicUrl}/app/device`;
  return {
    object: 'device_login',
    device_code: deviceCode,
    user_code: userCode,
    verification_url: url,
    verification_url_complete: `${url}?code=${userCode}`,
    expires_in: LOGIN_SECONDS,
    interval: CLAIM_SECONDS,
  };
}

function createUserCode(): string {
  const letters = Array.from({ length: CODE_LENGTH }, () => LETTERS[randomInt(LETTERS.length)]);
  return formatUserCode(letters.join(''));
}

/** Hashes the letters of a user code, whose case and separators do not matter. */
export const hashUserCode = (code: string): Buffer => hashSecret(formatUserCode(code));

/** Formats a typed code like `ABCD-EFGH`. */
export function formatUserCode(code: string): string {
  const letters = code.toUpperCase().replaceAll(/[^A-Z]/g, '');
  return `${letters.slice(0, 4)}-${letters.slice(4)}`;
}
