import { Type, type Static } from 'typebox';
import { GenerationSchema } from '../domain/contract/generation.js';

/** Optional headers of requests that create a generation. */
export const GenerationHeaders = Type.Object({
  Prefer: Type.Optional(
    Type.String({
      examples: ['wait=60'],
      description:
        '`wait=30` keeps the request open until the generation has ended, for 30 seconds at most. The maximum is 60, which is also the meaning of `wait` without a number. The response has `Preference-Applied` if the service waited',
    }),
  ),
});
export type GenerationHeaderValues = Static<typeof GenerationHeaders>;

/** The response to `Prefer: wait` after the generation has ended in time. */
export const ENDED_RESPONSE = {
  status: 201,
  response: GenerationSchema,
  description: 'The generation has ended while the request waited (`Prefer: wait`)',
} as const;
