import { QuoteRequestSchema } from '../../domain/contract/image.js';
import { presentQuote, QuoteSchema } from '../../domain/contract/quote.js';
import { route } from '../route.js';
import { orderImage } from './image-request.js';

export const createQuote = route({
  id: 'createQuote',
  method: 'POST',
  path: '/v1/quote',
  summary: 'Price a request',
  description: 'Checks exactly like the real endpoint; nothing is charged or queued.',
  tag: 'Generation',
  scope: 'read',
  idempotency: 'none',
  status: 200,
  body: QuoteRequestSchema,
  media: true,
  response: QuoteSchema,
  errors: ['CONTENT_BLOCKED'],
  example: { type: 'image', prompt: 'a red fox in snow', resolution: '4K' },
  async handle({ body: { type, ...body }, deps }) {
    const { model, price } = orderImage(body, deps);
    return { body: presentQuote(type, model, price, deps.env.apiCreditMultiplier) };
  },
});
