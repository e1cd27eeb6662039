import { hash, randomInt } from 'node:crypto';
import { crc32 } from 'node:zlib';

/** Prefix of a key: `svc_live_` + 40 base62 characters + 6 checksum characters. */
const PREFIX = 'svc_live_';
const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const SHAPE = /^svc_live_([0-9A-Za-z]{40})([0-9A-Za-z]{6})$/;

/** Number of a key's leading characters that the account object shows. */
export const KEY_PREFIX_SHOWN = 16;

function computeChecksum(random: string): string {
  let rest = crc32(PREFIX + random);
  let text = '';
  for (let digit = 0; digit < 6; digit += 1) {
    text = ALPHABET[rest % 62] + text;
    rest = Math.floor(rest / 62);
  }
  return text;
}

/** Generates an API key. The plain text is shown once and never stored. */
export function createApiKey(): string {
  const random = Array.from({ length: 40 }, () => ALPHABET[randomInt(62)]).join('');
  return PREFIX + random + computeChecksum(random);
}

/** Whether a text is a well-formed key, so that typos are refused without a database query. */
export function isApiKey(text: string): boolean {
  const match = SHAPE.exec(text);
  return match?.[1] !== undefined && computeChecksum(match[1]) === match[2];
}

/** Hashes a key for storage and lookup. Keys have 238 random bits, so a plain SHA-256 is enough. */
export function hashApiKey(key: string): Buffer {
  return hash('sha256', key, 'buffer');
}
