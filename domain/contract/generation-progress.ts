import { Type, type Static } from 'typebox';
import type { Stage } from '../catalogue/stages.js';
import { buildNullable } from './common.js';
import { StageName } from './generation-parts.js';

export const GenerationProgressSchema = Type.Object(
  {
    stage: buildNullable(StageName, 'The stage in progress. `queue` while it waits for a worker'),
    fraction: buildNullable(
      Type.Number({
        minimum: 0,
        maximum: 1,
        description: 'The share that is done, as far as it can be estimated. Null if unknown',
      }),
    ),
    queue_position: buildNullable(
      Type.Integer({
        minimum: 0,
        description: "The position in the provider's queue. Null if the provider reports none",
      }),
    ),
    eta_ms: buildNullable(
      Type.Integer({
        minimum: 0,
        description:
          'Estimated milliseconds until the end: three of four recent generations of this model were faster. Null if unknown, and once it takes longer',
      }),
    ),
  },
  { $id: 'GenerationProgress', description: 'How far a generation is' },
);
export type GenerationProgressBody = Static<typeof GenerationProgressSchema>;

/**
 * Progress of an accepted generation. It is stored with the response and repeated later, so it does
 * not contain an estimate.
 */
export const ACCEPTED_PROGRESS: GenerationProgressBody = {
  stage: 'queue' satisfies Stage,
  fraction: null,
  queue_position: null,
  eta_ms: null,
};

export const GenerationUrlsSchema = Type.Object(
  {
    get: Type.String({ format: 'uri', description: 'URL of the generation' }),
    cancel: Type.String({ format: 'uri', description: 'URL that cancels it while it is queued' }),
    events: Type.String({ format: 'uri', description: 'URL of its stream of events' }),
  },
  { $id: 'GenerationUrls', description: 'URLs of the API for a generation' },
);
