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

/** A quote. `app_credits` may be a fraction of a credit. */
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
    affordable: Type.Boolean({
      description: 'False when the balance, or what is left of the monthly cap of the key, is less',
    }),
    available_credits: Type.Integer({
      minimum: 0,
      description: 'What this key could spend now: the balance, or what is left of its monthly cap',
    }),
  },
  { $id: 'Quote', description: 'The price of a request' },
);
export type QuoteBody = Static<typeof QuoteSchema>;

/**
 * Presents a quote; `app_credits` is what the same work costs in the in-app product.
 * @param available credits that the key could spend now
 */
export function presentQuote(
  { type, model, price }: { type: QuoteBody['type']; model: string; price: number },
  multiplier: number,
  available: number,
): QuoteBody {
  return {
    object: 'quote',
    type,
    model,
    credits: price,
    app_credits: price / multiplier,
    affordable: price <= available,
    available_credits: available,
  };
}
