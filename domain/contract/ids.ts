import { randomBytes, randomFillSync } from 'node:crypto';

export type IdPrefix =
  | 'gen'
  | 'upl'
  | 'acc'
  | 'key'
  | 'mem'
  | 'hold'
  | 'req'
  | 'whk'
  | 'dlv'
  | 'pst'
  | 'sac'
  | 'ses'
  | 'inv'
  | 'psk'
  | 'aud'
  | 'agr';

const BASE32 = 'abcdefghijklmnopqrstuvwxyz234567';

/**
 * A new id of a character or product: 20 lower-case base32 characters, which is 100 random bits.
 */
export function newSubjectId(): string {
  return Array.from(randomBytes(20), (byte) => BASE32[byte & 31]).join('');
}

/** A new id: the prefix and 32 random hex characters. */
export function newId(prefix: IdPrefix): string {
  return `${prefix}_${newSecret()}`;
}

/** A new id of an upload box: 96 random bits, because whoever knows it may add files. */
export const newBoxId = (): string => `box_${randomBytes(12).toString('hex')}`;

/**
 * Random bytes for the ids of many requests: to ask the system for each takes longer than all else
 * that makes an id.
 */
const pool = Buffer.alloc(4_096);
let used = pool.length;
const SECRET_BYTES = 16;

/** A text that nobody can guess, for keys of objects: 32 random hex characters. */
export function newSecret(): string {
  if (used === pool.length) {
    randomFillSync(pool);
    used = 0;
  }
  const secret = pool.toString('hex', used, used + SECRET_BYTES);
  // What was given out stands nowhere else.
  pool.fill(0, used, used + SECRET_BYTES);
  used += SECRET_BYTES;
  return secret;
}
