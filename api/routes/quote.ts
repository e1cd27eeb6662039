import { QuoteRequestSchema, QuoteSchema } from '../../domain/contract/quote.js';
import { contract } from '../contract.js';

export const createQuote = contract({
  id: 'createQuote',
  method: 'POST',
  path: '/v1/quote',
  summary: 'Price a request',
  description:
    'Checks exactly like the real endpoint; nothing is charged, stored, fetched or queued. What the real endpoint refuses is VALIDATION_ERROR here, with the code of the real refusal in `details.code` where that is another. One thing stays unknown: what an https URL leads to. Its form and its address are checked, and no request is sent. Too few credits are no refusal: see `affordable`. Motion control is priced by the length of `motion_video`; by `motion_video_seconds` where that length is not known: without `motion_video`, or when it is an https URL.',
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
      'What `generate_image` or `generate_video` would cost with the same arguments, and whether they would be taken. Give `type` image or video, and for a video its `model`. Free; nothing is made.',
    makes: true,
  },
  example: { type: 'image', prompt: 'a red fox in snow', resolution: '4K' },
});
