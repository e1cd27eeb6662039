import { randomBytes, randomFillSync } from 'node:crypto';

export type IdPrefix =
  | 'gen'
  | 'spc'
  | 'vce'
  | 'upl'
  | 'col'
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

/** Generates a character or product id: 20 lower-case base32 characters, 100 random bits. */
export function createSubjectId(): string {
  return Array.from(randomBytes(20), (byte) => BASE32[byte & 31]).join('');
}

/** Generates an id: the prefix and 32 random hex characters. */
export function createId(prefix: IdPrefix): string {
  return `${prefix}_${createHexSecret()}`;
}

/** Generates an upload box's id: 96 random bits, because anyone who knows it can add files. */
export const createBoxId = (): string => `box_${randomBytes(12).toString('hex')}`;

/**
 * Random bytes for the ids of many requests. One system call per id would take longer than the rest
 * of creating an id.
 */
const pool = Buffer.alloc(4_096);
let used = pool.length;
const SECRET_BYTES = 16;

/** Generates an unguessable text for object keys: 32 random hex characters. */
export function createHexSecret(): string {
  if (used === pool.length) {
    randomFillSync(pool);
    used = 0;
  }
  const secret = pool.toString('hex', used, used + SECRET_BYTES);
  // Erase the returned bytes, so that the pool keeps no copy.
  pool.fill(0, used, used + SECRET_BYTES);
  used += SECRET_BYTES;
  return secret;
}
