import { Type } from 'typebox';
import { SEED_MAX } from '../catalogue/seed.js';
import { nullable } from './common.js';

/** What all chance of a generation is drawn from. */
export const SeedField = Type.Optional(
  Type.Integer({
    minimum: 0,
    maximum: SEED_MAX,
    description:
      'The same request with the same seed gives the same result, as far as the model can; another seed gives another one. Without it a seed is drawn; `request.seed` tells which.',
  }),
);

/** The seed of a generation, given or drawn. */
export const SeedSummary = nullable(
  Type.Integer({
    minimum: 0,
    maximum: SEED_MAX,
    description: 'The seed that was given or drawn; null for generations from before seeds.',
  }),
);
