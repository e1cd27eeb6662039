import { Type, type Static } from 'typebox';
import { IMAGE_MODEL_ID } from '../catalogue/image-model.js';
import { GenerationType } from './choices.js';
import { ObjectName } from './common.js';
import { QuoteImageSchema } from './image.js';
import { QuoteVideoSchema } from './video.js';

type QuoteRequest = Static<typeof QuoteImageSchema> | Static<typeof QuoteVideoSchema>;

/** Body of POST /v1/quote: `type` says which create body the rest is. */
export const QuoteRequestSchema = Type.Unsafe<QuoteRequest>({
  $id: 'QuoteRequest',
  description: 'What to price: `type` says which create request the rest is',
  type: 'object',
  discriminator: { propertyName: 'type' },
  oneOf: [QuoteImageSchema, QuoteVideoSchema],
});

/** Quote (spec, Resources). `app_credits` may be a fraction of a credit. */
export const QuoteSchema = Type.Object(
  {
    object: ObjectName('quote'),
    type: GenerationType,
    model: Type.String({
      examples: [IMAGE_MODEL_ID],
      description: 'The model that would make it',
    }),
    credits: Type.Integer({ minimum: 0, description: 'What the API charges' }),
    app_credits: Type.Number({
      minimum: 0,
      description: 'What the same work costs in the app; may be a fraction of a credit',
    }),
  },
  { $id: 'Quote', description: 'The price of a request' },
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
