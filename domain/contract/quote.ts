import { Type, type Static } from 'typebox';
import { IMAGE_MODEL_ID } from '../catalogue/image-model.js';
import type { WorkType } from '../catalogue/stages.js';
import { buildNamedChoice, ObjectName } from './common.js';
import { QuoteImageSchema } from './image.js';
import { QuoteSpeechSchema } from './speech.js';
import { QuoteVideoSchema } from './video.js';

export type QuoteRequestBody =
  | Static<typeof QuoteImageSchema>
  | Static<typeof QuoteVideoSchema>
  | Static<typeof QuoteSpeechSchema>;

/** Body of POST /v1/quote: the create body that `type` selects. */
export const QuoteRequestSchema = Type.Unsafe<QuoteRequestBody>({
  $id: 'QuoteRequest',
  description: 'A request to price. `type` is `image`, `video` or `speech`',
  type: 'object',
  discriminator: { propertyName: 'type' },
  oneOf: [QuoteImageSchema, QuoteVideoSchema, QuoteSpeechSchema],
});

const QuotedType = buildNamedChoice<WorkType>('QuotedType', 'Type of the quoted request', {
  image: 'an image',
  video: 'a clip',
  speech: 'speech',
});

/** A quote. `app_credits` may be a fraction of a credit. */
export const QuoteSchema = Type.Object(
  {
    object: ObjectName('quote'),
    type: QuotedType,
    model: Type.String({
      examples: [IMAGE_MODEL_ID],
      description: 'The model that would be used',
    }),
    credits: Type.Integer({ minimum: 0, description: 'Price of the request' }),
    app_credits: Type.Number({
      minimum: 0,
      description:
        'Base price before it is multiplied by `api_credit_multiplier`; may be fractional',
    }),
    affordable: Type.Boolean({
      description: 'Whether `available_credits` covers the price',
    }),
    available_credits: Type.Integer({
      minimum: 0,
      description:
        'Credits this key can spend now: the balance, or what remains of its monthly cap if that is lower',
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
