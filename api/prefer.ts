import { WAIT_SECONDS_MAX } from '../domain/contract/generation-headers.js';

/**
 * Reads the wait in a `Prefer` header (RFC 7240): `wait=30`, or `wait` for the maximum. A longer
 * wait is shortened. Following the standard, unknown and malformed preferences are ignored, and
 * only the first `wait` counts.
 * @returns seconds; null without a wait
 */
export function readPreferredWait(prefer: string | undefined): number | null {
  const preferences = prefer?.split(',').map((one) => one.split(';')[0]?.trim() ?? '') ?? [];
  const wait = preferences.find((one) => /^wait\s*(=|$)/i.test(one));
  const value = wait && WAIT.exec(wait);
  if (!value) return null;
  const [, plain, quoted] = value;
  const seconds = Math.min(Number(plain ?? quoted ?? WAIT_SECONDS_MAX), WAIT_SECONDS_MAX);
  return seconds === 0 ? null : seconds;
}

const WAIT = /^wait(?:\s*=\s*(?:(\d+)|"(\d+)"))?$/i;
