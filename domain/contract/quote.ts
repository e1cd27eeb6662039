import { Type, type Static } from 'typebox';
import { IMAGE_MODEL_ID } from '../catalogue/image-model.js';
import { GENERATION_TYPES } from '../catalogue/stages.js';
import { oneOf } from './common.js';
import { QuoteImageSchema } from './image.js';
import { QuoteVideoSchema } from './video.js';

type QuoteRequest = Static<typeof QuoteImageSchema> | Static<typeof QuoteVideoSchema>;

/** Body of POST /v1/quote: `type` says which create body the rest is. */
export const QuoteRequestSchema = Type.Unsafe<QuoteRequest>({
  $id: 'QuoteRequest',
  type: 'object',
  required: ['type'],
  discriminator: { propertyName: 'type' },
  oneOf: [QuoteImageSchema, QuoteVideoSchema],
});

/** Quote (spec, Resources). `app_credits` may be a fraction of a credit. */
export const QuoteSchema = Type.Object(
  {
    object: Type.Literal('quote'),
    type: oneOf(GENERATION_TYPES),
    model: Type.String({ examples: [IMAGE_MODEL_ID] }),
    credits: Type.Integer({ minimum: 0 }),
    app_credits: Type.Number({ minimum: 0 }),
  },
  { $id: 'Quote' },
);
export type QuoteBody = Static<typeof QuoteSchema>;

/** Presents a quote; `app_credits` is what the same work costs in the in-app product. */
export function presentQuote(
  type: QuoteBody['type'],
  model: string,
  credits: number,
  multiplier: number,
): QuoteBody {
  return { object: 'quote', type, model, credits, app_credits: credits / multiplier };
}
