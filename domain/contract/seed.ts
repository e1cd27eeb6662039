import { Type } from 'typebox';
import { buildNullable } from './common.js';

/**
 * Largest seed of a request, because several upstreams read a signed 32-bit number. An adapter
 * folds the seed into the range of an upstream with a smaller one.
 */
export const SEED_MAX = 2_147_483_647;

/** The seed for all randomness in a generation. */
export const SeedField = Type.Optional(
  Type.Integer({
    minimum: 0,
    maximum: SEED_MAX,
    description:
      'The same request with the same seed gives the same result, if the model supports it. Default: a random seed, returned in `request.seed`.',
  }),
);

/** The seed that a generation used: from the request, or random. */
export const SeedSummary = buildNullable(
  Type.Integer({
    minimum: 0,
    maximum: SEED_MAX,
    description:
      'The seed you sent, or a random one. Null for generations created before seeds were supported.',
  }),
);
