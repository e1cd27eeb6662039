import { Type, type Static } from 'typebox';
import { GenerationSchema } from './generation.js';

/** Maximum wait of a request for one generation, in seconds. */
export const WAIT_SECONDS_MAX = 60;

/** Query of a request that may wait for the end of a generation or speech. */
export const WaitQuery = Type.Object(
  {
    wait: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: WAIT_SECONDS_MAX,
        description: 'How long to wait for the end, in seconds. Default 0.',
      }),
    ),
  },
  { additionalProperties: false },
);

/** Maximum `Cancel-After` in seconds: one day. */
const CANCEL_AFTER_SECONDS_MAX = 86_400;

/** Optional headers of requests that create a generation. */
export const GenerationHeaders = Type.Object({
  Prefer: Type.Optional(
    Type.String({
      examples: ['wait=60'],
      description:
        '`wait=30` keeps the request open until the generation has ended, for 30 seconds at most. The maximum is 60, which is also the meaning of `wait` without a number. The response has `Preference-Applied` if the service waited',
    }),
  ),
  'Cancel-After': Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: CANCEL_AFTER_SECONDS_MAX,
      examples: [120],
      description:
        'Number of seconds after which a generation that is still `queued` is cancelled and refunded in full. A generation that has already begun continues, and its `timeline` records this. A retry with the same Idempotency-Key does not change the time',
    }),
  ),
});
export type GenerationHeaderValues = Static<typeof GenerationHeaders>;

/** Response to `Prefer: wait` if the generation ends before the timeout. */
export const ENDED_RESPONSE = {
  status: 201,
  response: GenerationSchema,
  description: 'The generation has ended while the request waited (`Prefer: wait`)',
} as const;
