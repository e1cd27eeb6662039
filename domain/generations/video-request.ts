import { IMAGE_SOURCES } from '../catalogue/image-model.js';
import { computeImageCredits } from '../catalogue/image-price.js';
import { hasAnalysisFailure } from '../catalogue/simulate.js';
import { SPEECH_SOURCES } from '../catalogue/speech-sources.js';
import { computeLipSyncCredits } from '../catalogue/speech-price.js';
import { chooseFrameResolution, type VideoModel } from '../catalogue/video-model.js';
import { findVideoModel, narrowToOffered } from '../catalogue/video-models.js';
import { computeVideoCredits } from '../catalogue/video-price.js';
import type { Caller } from '../accounts/caller.js';
import { refuseInvalid, type Issue, type Refusal } from '../contract/refusal.js';
import { isShortened, listUnusedFields } from '../contract/unused-fields.js';
import type { VideoBody, VideoRequest } from '../contract/video.js';
import {
  checkMotion,
  checkOptions,
  summariseVideo,
  type VideoOptions,
} from '../contract/video-options.js';
import type { PricingDeps } from './priced-request.js';
import type { AnalysisStage } from '../catalogue/runs.js';
import type { AttachedFiles } from '../uploads/parse-fields.js';
import {
  checkNamed,
  createSourceFilter,
  chooseSeed,
  pickPromptWriters,
  type CheckedRequest,
  type PricedRequest,
} from './priced-request.js';
import {
  findDirectiveIssues,
  describeCombinations,
  findCombinationIssues,
  findProvider,
  type RawBody,
} from './request-rules.js';
import { chooseVideoSources } from './choose-sources.js';
import { sortByHealth } from './provider-health.js';
import {
  checkScriptRules,
  chooseSpeakingSources,
  planScript,
  type PlannedScript,
} from './plan-script.js';

/** A checked video request. Only its motion clip's length is still unchecked. */
export interface CheckedVideo extends CheckedRequest {
  readonly body: VideoBody;
  /** The model with the options that the configured providers offer. */
  readonly model: VideoModel;
  /** The script and who speaks it; null without a script. */
  readonly script: PlannedScript | null;
}

/**
 * Checks a video request for rules that a schema cannot express: fields that cannot be combined,
 * test directives, and options that no configured provider offers. The schema reports fields of a
 * wrong type.
 * @param isLengthGiven true for a quote that gives the motion clip's length instead of the clip
 */
export function checkVideoRules(body: RawBody, deps: PricingDeps, isLengthGiven = false): Issue[] {
  const known = findVideoModel(String(body['model']));
  if (!known) return findCombinationIssues('video', body);
  const model = narrowToOffered(known, createSourceFilter(deps));
  const texts = Object.entries(body).filter(([, value]) => typeof value === 'string');
  const frame = body['start_frame'] === undefined ? findProvider(deps, IMAGE_SOURCES) : null;
  const issues = [
    ...findCombinationIssues('video', body),
    ...findDirectiveIssues(body['prompt'], findProvider(deps, known.sources) ?? frame),
    ...checkOptions(Object.fromEntries(texts) as VideoOptions, model),
    ...findDirectiveIssues(body['script'], findProvider(deps, SPEECH_SOURCES), 'body.script'),
    ...checkScriptRules(body, model, deps),
  ];
  if (model.requiresMotionVideo && body['motion_video'] === undefined && !isLengthGiven) {
    issues.push({ path: 'body.motion_video', message: `is required by ${model.id}` });
  }
  return issues;
}

/**
 * Reads a video request that has passed the schema and `checkVideoRules`. `priceVideo` checks the
 * motion clip's length later.
 * @throws {Refusal} VALIDATION_ERROR, NOT_FOUND, CONTENT_BLOCKED
 */
export async function checkVideo(
  body: VideoBody,
  caller: Caller,
  deps: PricingDeps,
  attached?: AttachedFiles,
): Promise<CheckedVideo> {
  const known = findVideoModel(body.model);
  if (!known) throw new TypeError(`The schema let the model ${body.model} pass.`);
  const model = narrowToOffered(known, createSourceFilter(deps));
  const singles = [
    ['character_image', 'character', body.character_image],
    ['start_frame', 'start_frame', body.start_frame],
    ['narration_audio', 'narration', body.narration_audio],
    ['motion_video', 'motion', body.motion_video],
  ] as const;
  const named = await checkNamed(deps, caller, body, singles, attached);
  return { body, model, ...named, script: await planScript(body, caller.accountId, deps) };
}

/**
 * Prices a checked request: the clip by its model's price grid, and a generated first frame as an
 * image.
 * @param motionSeconds the motion clip's length; null if the request has no motion clip
 * @param frameShape the given first frame's ratio of width to height; null without a first frame or
 * if its size is unknown
 * @throws {Refusal} VALIDATION_ERROR if the clip is too short or too long
 */
export async function priceVideo(
  { body, model, fields, subjects, script }: CheckedVideo,
  motionSeconds: number | null,
  deps: PricingDeps,
  frameShape: number | null = null,
): Promise<PricedRequest> {
  if (motionSeconds !== null) {
    const refused = checkMotion(motionSeconds, body.motion_orientation ?? 'video');
    if (refused) throw refuseInvalid([{ path: 'body.motion_video', message: refused }]);
  }
  const request = summariseVideo(body, model, chooseSeed(body), { motionSeconds, frameShape });
  const { apiCreditMultiplier: multiplier } = deps.env;
  const frame = chooseFrameResolution(request.resolution);
  const chosen = await chooseVideoSources(deps, model, request, frame);
  const { firstFrame } = chosen;
  const speaking = script && chooseSpeakingSources(model, chosen.sources, deps);
  const { sources } = speaking ?? chosen;
  const lipSync = speaking?.lipSync;
  if (sources.length === 0 || (script && !speaking)) throw refuseUnoffered(request);
  const seconds = Number(request.duration);
  const tooLong = isShortened(request, model, sources);
  const merges = !request.has_start_frame && subjects.length + fields.length > 0;
  return {
    type: 'video',
    model: model.id,
    price:
      computeVideoCredits(model, request.resolution, seconds, multiplier) +
      (firstFrame ? computeImageCredits(frame, multiplier) : 0) +
      (script?.credits ?? 0) +
      (lipSync ? computeLipSyncCredits(seconds, multiplier) : 0),
    request,
    notes: [
      ...describeCombinations('video', body),
      ...listUnusedFields({ body, request, model, sources, frameShape }),
    ],
    metadata: body.metadata ?? {},
    options: {
      ...(body.motion_orientation && { motionOrientation: body.motion_orientation }),
      ...(script && { spoken: script.spoken }),
    },
    job: {
      analyses: planVideoAnalyses(body, request),
      routes: sources,
      ...(firstFrame && { firstFrame }),
      ...(script && { speech: await sortByHealth(deps, script.speech) }),
      ...(lipSync && { lipSync }),
      ...pickPromptWriters(deps, merges || tooLong),
    },
  };
}

/** Builds the refusal for a resolution and a duration that no single provider offers together. */
function refuseUnoffered({ model, resolution, duration }: VideoRequest): Refusal {
  const message = `and ${duration} s are not offered together by any configured provider of ${model}; change one of them`;
  return refuseInvalid([{ path: 'body.resolution', message: `${resolution} ${message}` }]);
}

/**
 * Plans a video's analyses. The face is analysed only if it is needed to generate the first frame.
 */
function planVideoAnalyses(body: VideoBody, request: VideoRequest): AnalysisStage[] {
  const simulated = request.prompt !== null && hasAnalysisFailure(request.prompt);
  const face = body.character_image !== undefined && !request.has_start_frame;
  return [
    ...(simulated ? ['scene_analysis' as const] : []),
    ...(face ? ['character_analysis' as const] : []),
  ];
}
