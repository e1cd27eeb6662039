import { createHash } from 'node:crypto';
import type { Generation } from '../../entities/generation.js';
import { SEED_MAX } from '../contract/seed.js';

/**
 * Returns the seed of a generation's run. Old rows have no seed, so it is derived from the id: a
 * retry then has the same seed.
 */
export const findSeed = ({ id, request }: Pick<Generation, 'id' | 'request'>): number =>
  request.seed ?? createHash('sha256').update(id).digest().readUInt32BE(0) % (SEED_MAX + 1);
