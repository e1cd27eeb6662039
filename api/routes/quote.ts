import { QuoteRequestSchema, QuoteSchema } from '../../domain/contract/quote.js';
import { NO_CALLBACKS } from '../../domain/contract/callback.js';
import { defineContract } from '../contract.js';

export const createQuote = defineContract({
  id: 'createQuote',
  method: 'POST',
  path: '/v1/quote',
  summary: 'Get the price of a request',
  description:
    "Runs the same checks as the create endpoint. Nothing is charged, stored, fetched or queued. Requests that the create endpoint would reject return `VALIDATION_ERROR`. If the create endpoint would return a different code, `details.code` contains it. For https URLs, only the format and the host are checked. Insufficient credits don't cause an error; see `affordable`. Motion control is priced by the length of `motion_video`. If you omit `motion_video` or send it as an https URL, also send `motion_video_seconds`.",
  tag: 'Generation',
  scope: 'read',
  idempotency: 'none',
  status: 200,
  body: QuoteRequestSchema,
  media: true,
  response: QuoteSchema,
  errors: [],
  tool: {
    without: NO_CALLBACKS,
    name: 'quote',
    title: 'Get the price of a generation',
    description:
      'Returns the price of `generate_image` or `generate_video` with the same arguments, and checks the arguments. Set `type` to image or video, and `model` for a video. Free; generates nothing.',
    makes: true,
  },
  example: { type: 'image', prompt: 'a red fox in snow', resolution: '4K' },
});
