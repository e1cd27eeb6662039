import type { Caller } from '../../domain/commands/authenticate.js';
import { Upload } from '../../entities/upload.js';
import { invalid } from '../../domain/contract/error.js';
import { presentQuote, QuoteRequestSchema, QuoteSchema } from '../../domain/contract/quote.js';
import type { QuoteVideoBody } from '../../domain/contract/video.js';
import type { Deps } from '../../runtime/deps.js';
import { route } from '../route.js';
import { checkImage, orderImage } from './image-request.js';
import type { Order } from './order.js';
import { imageRules } from './request-rules.js';
import { checkVideo, orderVideo, videoRules, type CheckedVideo } from './video-request.js';

export const createQuote = route({
  id: 'createQuote',
  method: 'POST',
  path: '/v1/quote',
  summary: 'Price a request',
  description:
    'Checks exactly like the real endpoint; nothing is charged, uploaded or queued. Motion control is priced by `motion_video_seconds`, or by the length of `motion_video` when that is an upload.',
  tag: 'Generation',
  scope: 'read',
  idempotency: 'none',
  status: 200,
  body: QuoteRequestSchema,
  media: true,
  response: QuoteSchema,
  errors: ['CONTENT_BLOCKED', 'NOT_FOUND'],
  example: { type: 'image', prompt: 'a red fox in snow', resolution: '4K' },
  rules: (body, deps) =>
    body['type'] === 'video'
      ? videoRules(body, deps, body['motion_video_seconds'] !== undefined)
      : imageRules(body, deps),
  async handle({ body, caller, deps }) {
    const { type, model, price } =
      body.type === 'image'
        ? await orderImage(await checkImage(body, caller, deps), deps)
        : await quoteVideo(body, caller, deps);
    return { body: presentQuote(type, model, price, deps.env.apiCreditMultiplier) };
  },
});

async function quoteVideo(body: QuoteVideoBody, caller: Caller, deps: Deps): Promise<Order> {
  const { motion_video_seconds: seconds, ...create } = body;
  const checked = await checkVideo(create, caller, deps);
  if (!checked.model.requiresMotionVideo) {
    if (seconds === undefined) return orderVideo(checked, null, deps);
    const message = 'is only for kling-3.0-motion-control; leave it out';
    throw invalid([{ path: 'body.motion_video_seconds', message }]);
  }
  return orderVideo(checked, seconds ?? (await knownLength(checked, caller, deps)), deps);
}

/** A quote fetches nothing: only the length of a file that is here already is known. */
async function knownLength(
  { fields }: CheckedVideo,
  { accountId }: Caller,
  deps: Deps,
): Promise<number> {
  const clip = fields.find(({ role }) => role === 'motion')?.reference;
  const upload =
    clip?.kind === 'upload'
      ? await deps.db.manager.findOneBy(Upload, { id: clip.id, accountId, status: 'ready' })
      : null;
  if (upload?.durationSeconds) return upload.durationSeconds;
  const message = 'is needed to price a clip that is not a ready upload';
  throw invalid([{ path: 'body.motion_video_seconds', message }]);
}
