import type { ModelRoute } from '../../domain/catalogue/model-route.js';
import { imageCredits } from '../../domain/catalogue/price.js';
import { wantsAnalysisFailure } from '../../domain/catalogue/simulate.js';
import { firstFrameResolution, type VideoModel } from '../../domain/catalogue/video-model.js';
import { findVideoModel, hearsNarration, offeredNow } from '../../domain/catalogue/video-models.js';
import { videoCredits } from '../../domain/catalogue/video-price.js';
import type { Caller } from '../../domain/commands/authenticate.js';
import { parseFields } from '../../domain/commands/resolve-media.js';
import { invalid, type Issue, type Refusal } from '../../domain/contract/error.js';
import type { VideoBody, VideoRequest } from '../../domain/contract/video.js';
import {
  refusedMotion,
  refusedOptions,
  summariseVideo,
  type VideoOptions,
} from '../../domain/contract/video-options.js';
import type { Deps } from '../../runtime/deps.js';
import type { AnalysisStage } from '../../workflows/names.js';
import { mediaFields } from './media-fields.js';
import { checkNamed, enabledIn, writersOf, type Checked, type Order } from './order.js';
import { routesOfVideo } from './video-routes.js';

/** A video request that is in order but for the length of its motion clip. */
export interface CheckedVideo extends Checked {
  readonly body: VideoBody;
  /** What the configured providers offer of the model. */
  readonly model: VideoModel;
}

/**
 * What the configured providers do not offer of what a request asks for; fields of a wrong type are
 * left to the schema.
 * @param isLengthTold true for a quote that tells the length of a clip that it need not have
 */
export function videoRules(
  body: Readonly<Record<string, unknown>>,
  deps: Deps,
  isLengthTold = false,
): Issue[] {
  const known = findVideoModel(String(body['model']));
  if (!known) return [];
  const model = offeredNow(known, enabledIn(deps));
  const texts = Object.entries(body).filter(([, value]) => typeof value === 'string');
  const issues = refusedOptions(Object.fromEntries(texts) as VideoOptions, model);
  if (model.requiresMotionVideo && body['motion_video'] === undefined && !isLengthTold) {
    issues.push({ path: 'body.motion_video', message: `is required by ${model.id}` });
  }
  return issues;
}

/**
 * Reads a video request that the schema and `videoRules` let pass, but for what only the motion clip
 * tells.
 * @throws {Refusal} VALIDATION_ERROR, NOT_FOUND, CONTENT_BLOCKED
 */
export async function checkVideo(
  body: VideoBody,
  caller: Caller,
  deps: Deps,
): Promise<CheckedVideo> {
  const known = findVideoModel(body.model);
  if (!known) throw new TypeError(`The schema let the model ${body.model} pass.`);
  const model = offeredNow(known, enabledIn(deps));
  const singles = [
    ['character_image', 'character', body.character_image],
    ['start_frame', 'start_frame', body.start_frame],
    ['narration_audio', 'narration', body.narration_audio],
    ['motion_video', 'motion', body.motion_video],
  ] as const;
  const fields = parseFields(
    mediaFields(singles, body.reference_images ?? []),
    deps.env.mediaBaseUrl,
  );
  return { body, model, fields, subjects: await checkNamed(deps, caller, body) };
}

/**
 * Prices a checked request: the clip by the grid, and a first frame that has to be generated as one
 * image (spec, Prices).
 * @param motionSeconds length of the motion clip; null unless the model wants one
 * @throws {Refusal} VALIDATION_ERROR when the clip is too short or too long
 */
export async function orderVideo(
  { body, model, fields, subjects }: CheckedVideo,
  motionSeconds: number | null,
  deps: Deps,
): Promise<Order> {
  if (motionSeconds !== null) {
    const refused = refusedMotion(motionSeconds, body.motion_orientation ?? 'video');
    if (refused) throw invalid([{ path: 'body.motion_video', message: refused }]);
  }
  const request = summariseVideo(body, model, motionSeconds);
  const { apiCreditMultiplier: multiplier } = deps.env;
  const frame = firstFrameResolution(request.resolution);
  const { routes, firstFrame } = await routesOfVideo(deps, model, request, frame);
  if (routes.length === 0) throw noRoute(request);
  const tooLong = isReal(routes) && isOver(request, model);
  const merges = !request.has_start_frame && subjects.length + fields.length > 0;
  return {
    type: 'video',
    model: model.id,
    price:
      videoCredits(model, request.resolution, Number(request.duration), multiplier) +
      (firstFrame ? imageCredits(frame, multiplier) : 0),
    request,
    notes: notesOf(body, request, model, routes),
    options: body.motion_orientation ? { motionOrientation: body.motion_orientation } : {},
    job: {
      analyses: analysesOf(body, request),
      routes,
      ...(firstFrame && { firstFrame }),
      ...writersOf(deps, merges || tooLong),
    },
  };
}

/** Each option is offered, by different providers. */
function noRoute({ model, resolution, duration }: VideoRequest): Refusal {
  const message = `is offered by no configured provider of ${model} together with ${duration} s; choose another of the two`;
  return invalid([{ path: 'body.resolution', message: `${resolution} ${message}` }]);
}

/** Only a frame that is still to be made needs to know what it shows. */
function analysesOf(body: VideoBody, request: VideoRequest): AnalysisStage[] {
  const simulated = request.prompt !== null && wantsAnalysisFailure(request.prompt);
  const face = body.character_image !== undefined && !request.has_start_frame;
  return [
    ...(simulated ? ['scene_analysis' as const] : []),
    ...(face ? ['character_analysis' as const] : []),
  ];
}

/** The renderer takes whatever we do. */
const isReal = ([first]: readonly ModelRoute[]): boolean => first?.provider !== 'local';

const isOver = ({ prompt }: VideoRequest, { upstreamPromptMax }: VideoModel): boolean =>
  upstreamPromptMax !== null && (prompt?.length ?? 0) > upstreamPromptMax;

/** Fields that only a generated first frame can show. */
const named = (body: VideoBody): string[] =>
  (['character_id', 'character_image', 'product_id'] as const).filter(
    (field) => body[field] !== undefined,
  );

/** What the model leaves aside of the request, for the timeline: nothing is dropped in silence. */
function notesOf(
  body: VideoBody,
  request: VideoRequest,
  model: VideoModel,
  routes: readonly ModelRoute[],
): string[] {
  const beside = model.references === 'beside_frame' ? model.referenceImagesMax : 0;
  const dropped = request.has_start_frame ? request.reference_images - beside : 0;
  return [
    ...(dropped > 0
      ? [
          `${dropped} of ${request.reference_images} reference images are not used: ${model.id} takes ${beside} beside a given first frame.`,
        ]
      : []),
    ...(request.has_start_frame && named(body).length > 0
      ? [`${named(body).join(', ')} not used: start_frame is the exact first frame.`]
      : []),
    ...(isReal(routes) && isOver(request, model)
      ? [
          `The prompt is shortened: upstream ${model.id} takes ${model.upstreamPromptMax} characters.`,
        ]
      : []),
    ...(body.narration_audio !== undefined && !routes.some((route) => hearsNarration(model, route))
      ? [`narration_audio is not used: ${model.id} takes none.`]
      : []),
  ];
}
