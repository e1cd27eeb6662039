import { HEALTH_BESIDE, restingBeside } from '../../domain/generations/provider-health.js';
import { acceptGeneration } from '../../domain/generations/accept-generation.js';
import { shapeOfRole } from '../../domain/uploads/resolve-each.js';
import { resolveMedia } from '../../domain/uploads/resolve-media.js';
import { GenerationSchema } from '../../domain/contract/generation.js';
import { CreateImageSchema } from '../../domain/contract/image.js';
import { route } from '../route.js';
import { checkImage, priceImage } from '../../domain/generations/image-request.js';
import { checkImageRules } from '../../domain/generations/request-rules.js';

export const createImage = route({
  id: 'createImage',
  method: 'POST',
  path: '/v1/images',
  summary: 'Generate an image',
  description:
    'Reserves the price and answers at once with a queued generation. Poll it every 3 to 5 seconds. Prompts with a `simulate:` directive exercise failures (README, Testing failures).',
  tag: 'Generation',
  scope: 'generate',
  idempotency: 'required',
  status: 202,
  body: CreateImageSchema,
  media: true,
  beside: HEALTH_BESIDE,
  response: GenerationSchema,
  errors: [
    'CONTENT_BLOCKED',
    'NOT_FOUND',
    'INSUFFICIENT_CREDITS',
    'SPEND_CAP_REACHED',
    'CONCURRENCY_LIMIT',
  ],
  tool: {
    name: 'generate_image',
    title: 'Generate an image',
    description:
      'Makes an image of a prompt, a saved character or product, or pictures. Needs at least one of prompt, character_id, character_image, scene_image and product_id. Costs credits, reserved at once and given back when it fails or is cancelled; `quote` tells how many. It takes one to four minutes: without `wait_seconds` the answer is a queued generation, and `get_generation` waits for its end.',
    waits: true,
    makes: true,
  },
  example: { prompt: 'a red fox in snow', aspect_ratio: '16:9', resolution: '1K' },
  rules: checkImageRules,
  async handle({ body, caller, claim, deps, beside }) {
    const checked = await checkImage(body, caller, deps);
    const resolved = await resolveMedia(deps, caller, claim, checked.fields);
    const pricing = { ...deps, resting: restingBeside(beside) };
    const priced = await priceImage(checked, pricing, shapeOfRole(resolved, 'scene'));
    const inputs = [...checked.subjects, ...resolved.map(({ input }) => input)];
    return acceptGeneration(deps, { caller, claim, ...priced, inputs });
  },
});
