import { Type, type Static } from 'typebox';
import { IMAGE_MODEL_ID } from '../catalogue/image-model.js';
import { GenerationType } from './choices.js';
import { ObjectName } from './common.js';
import { QuoteImageSchema } from './image.js';
import { QuoteVideoSchema } from './video.js';

type QuoteRequest = Static<typeof QuoteImageSchema> | Static<typeof QuoteVideoSchema>;

/** Body of POST /v1/quote: the create body that `type` selects. */
export const QuoteRequestSchema = Type.Unsafe<QuoteRequest>({
  $id: 'QuoteRequest',
  description: 'A create request to price; `type` says which one',
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
      description: 'Model that would generate it',
    }),
    credits: Type.Integer({ minimum: 0, description: 'Price in the API' }),
    app_credits: Type.Number({
      minimum: 0,
      description: 'Price in the app; can be a fraction of a credit',
    }),
    affordable: Type.Boolean({
      description: 'Whether `available_credits` covers the price',
    }),
    available_credits: Type.Integer({
      minimum: 0,
      description:
        'Credits that this key can spend now: the balance, or the rest of its monthly cap if that is less',
    }),
  },
  { $id: 'Quote', description: 'The price of a request' },
);
export type QuoteBody = Static<typeof QuoteSchema>;

/**
 * Presents a quote; `app_credits` is the price of the same work in the app.
 * @param available credits that the key can spend now
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
