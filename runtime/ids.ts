import { randomBytes } from 'node:crypto';

export type IdPrefix = 'gen' | 'upl' | 'acc' | 'key' | 'mem' | 'hold' | 'req';

/** A new id: the prefix and 32 random hex characters (spec, Conventions). */
export function newId(prefix: IdPrefix): string {
  return `${prefix}_${randomBytes(16).toString('hex')}`;
}
