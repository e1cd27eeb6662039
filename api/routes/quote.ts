import { QuoteRequestSchema, QuoteSchema } from '../../domain/contract/quote.js';
import { defineContract } from '../contract.js';

export const createQuote = defineContract({
  id: 'createQuote',
  method: 'POST',
  path: '/v1/quote',
  summary: 'Price a request',
  description:
    'Runs the same checks as the create endpoint. Nothing is charged, stored, fetched or queued. A request that the create endpoint would refuse returns VALIDATION_ERROR; if the create endpoint would use another code, it is in `details.code`. An https URL is checked only for its form and address, because nothing is fetched. Too few credits are not an error: see `affordable`. Motion control is priced by the length of `motion_video`. Send `motion_video_seconds` when that length is unknown: without `motion_video`, or when it is an https URL.',
  tag: 'Generation',
  scope: 'read',
  idempotency: 'none',
  status: 200,
  body: QuoteRequestSchema,
  media: true,
  response: QuoteSchema,
  errors: [],
  tool: {
    name: 'quote',
    title: 'Price a generation',
    description:
      'Returns the price of `generate_image` or `generate_video` with the same arguments, and checks the arguments. Set `type` to image or video, and `model` for a video. Free; generates nothing.',
    makes: true,
  },
  example: { type: 'image', prompt: 'a red fox in snow', resolution: '4K' },
});
