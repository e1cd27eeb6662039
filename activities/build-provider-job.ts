import type { DataSource } from 'typeorm';
import { MediaRefused } from '../domain/ports/media-refused.js';
import { ProviderFailure } from '../domain/ports/provider.js';
import type { ImageJob, JobMedia, VideoJob } from '../domain/ports/provider-job.js';
import { readPictureSize } from '../adapters/media/deliverable.js';
import {
  computeImageSize,
  isImageAspectRatio,
  type ImageAspectRatio,
  type ImageResolution,
} from '../domain/catalogue/image-model.js';
import { RENDERER } from '../domain/catalogue/makers.js';
import {
  buildImagePrompt,
  shorten,
  buildVideoPrompt,
  removeTags,
} from '../domain/catalogue/prompt-template.js';
import {
  computeClipRatio,
  chooseFrameResolution,
  UPSTREAM_MOTION_SECONDS_MIN,
  computeVideoSize,
} from '../domain/catalogue/video-model.js';
import { findVideoModel, canHearNarration } from '../domain/catalogue/video-models.js';
import type { GenerationInput } from '../domain/contract/generation-input.js';
import { isImage, isVideo } from '../domain/contract/generation.js';
import type { VideoRequest } from '../domain/contract/video.js';
import { findSeed } from '../domain/generations/find-seed.js';
import type { Generation } from '../entities/generation.js';
import type { GenerateInput } from './generate-step.js';
import {
  loadFirstFrame,
  findInput,
  loadInputs,
  loadRaw,
  loadRole,
  type InputDeps,
} from './inputs.js';
import { loadNarration } from './load-narration.js';
import { readKnown } from './read-descriptions.js';

/** Upstream jobs are built from the row and its files, so that histories do not contain content. */
export interface JobDeps extends InputDeps {
  readonly db: DataSource;
}

/** Default aspect ratio of a first frame. */
const FRAME_RATIO: ImageAspectRatio = '9:16';

/** Builds an image job; the image may be a video's first frame. */
export async function buildImageJob(
  deps: JobDeps,
  row: Generation,
  { route, attempt }: GenerateInput,
): Promise<ImageJob> {
  const { aspectRatio, resolution, edit } = readPictureOptions(row);
  const inputs = await loadInputs(deps, edit ? leaveOutFaces(row.inputs) : row.inputs);
  const prompt = row.request.prompt ?? '';
  const template = buildImagePrompt({
    ...(await readKnown(deps.db, row)),
    prompt,
    hasCharacter: inputs.characters.length > 0,
    hasProduct: inputs.products.length > 0,
    tags: inputs.references.map(({ tag }) => tag),
    edit,
    isFirstFrame: row.type === 'video',
  });
  return {
    kind: 'image',
    generationId: row.id,
    seed: findSeed(row),
    upstreamModel: route.upstreamModel,
    attempt,
    prompt,
    fullPrompt: row.written.image ?? template,
    aspectRatio,
    resolution,
    edit,
    inputs,
    ...computeImageSize(aspectRatio, resolution),
  };
}

/** Removes the faces from an edit, which changes the scene image directly. */
const leaveOutFaces = (inputs: readonly GenerationInput[]): GenerationInput[] =>
  inputs.filter(({ role }) => role !== 'character');

interface PictureFormat {
  readonly aspectRatio: ImageAspectRatio;
  readonly resolution: ImageResolution;
  readonly edit: boolean;
}

function readPictureOptions(row: Generation): PictureFormat {
  if (isImage(row)) {
    const { aspect_ratio: aspectRatio, resolution, edit } = row.request;
    return { aspectRatio, resolution, edit };
  }
  if (!isVideo(row)) throw new TypeError(`generation ${row.id} has no picture`);
  const { request } = row;
  const ratio = request.aspect_ratio;
  return {
    aspectRatio: isImageAspectRatio(ratio) ? ratio : FRAME_RATIO,
    resolution: chooseFrameResolution(request.resolution),
    edit: false,
  };
}

/**
 * Builds a clip job.
 * @param frame key of a generated first frame; null if the caller provided the frame
 * @param speech key of the spoken script
 */
export async function buildVideoJob(
  deps: JobDeps,
  row: Generation,
  { route, attempt }: GenerateInput,
  { frame, speech }: { readonly frame: string | null; readonly speech?: string },
): Promise<VideoJob> {
  if (!isVideo(row)) throw new TypeError(`generation ${row.id} is not a video`);
  const { request } = row;
  const model = findVideoModel(request.model);
  if (!model) throw new ProviderFailure('rejected', `The model ${request.model} is gone.`, 404);
  const firstFrame = await loadFirstFrame(deps, row.inputs, frame);
  const size = await readPictureSize(firstFrame.bytes);
  const given =
    model.references === 'beside_frame' ? await loadRole(deps, row.inputs, 'reference') : [];
  const references = given.slice(0, model.referenceImagesMax);
  const hears = canHearNarration(model, route);
  const prompt = request.prompt ?? '';
  const tags = references.map(({ tag }) => tag);
  const shown = removeTags(prompt, findUnsentTags(row, tags));
  const template = buildVideoPrompt({
    prompt: shown,
    tags,
    hasProduct: request.product_id !== null,
    speaks: row.options.spoken !== undefined,
  });
  return {
    kind: 'video',
    generationId: row.id,
    seed: findSeed(row),
    upstreamModel: route.upstreamModel,
    attempt,
    prompt,
    fullPrompt: row.written.video ?? shorten(template, model.upstreamPromptMax ?? model.promptMax),
    aspectRatio: request.aspect_ratio,
    resolution: request.resolution,
    seconds: Number(request.duration),
    // Lips that are moved afterwards bring the sound of the speech.
    audio: request.audio && (speech === undefined || hears),
    firstFrame,
    references,
    narration: hears ? await loadNarration(deps, row, speech) : null,
    motion: await loadMotion(deps, row, request, route.provider !== RENDERER),
    ...computeVideoSize(request.resolution, computeClipRatio(request.aspect_ratio, size)),
  };
}

/** Finds the tags of references that are not sent to the model. */
function findUnsentTags({ inputs }: Generation, sent: readonly string[]): string[] {
  return inputs.flatMap(({ tag }) => (tag !== null && !sent.includes(tag) ? [tag] : []));
}

async function loadMotion(
  deps: JobDeps,
  row: Generation,
  request: VideoRequest,
  isReal: boolean,
): Promise<VideoJob['motion']> {
  const given = await loadRaw(deps, findInput(row.inputs, 'motion'));
  if (!given || request.motion_video_seconds === null) return null;
  const isShort = isReal && request.motion_video_seconds < UPSTREAM_MOTION_SECONDS_MIN;
  const clip = isShort ? await loopMotion(deps, row, given.bytes) : given;
  return { clip, orientation: row.options.motionOrientation ?? 'video' };
}

async function loopMotion(
  { fileCheck }: JobDeps,
  { accountId }: Generation,
  clip: Buffer,
): Promise<JobMedia> {
  try {
    const bytes = await fileCheck.loop(clip, UPSTREAM_MOTION_SECONDS_MIN, accountId);
    return { bytes, contentType: 'video/mp4' };
  } catch (error) {
    // A retry would fail in the same way.
    if (!(error instanceof MediaRefused)) throw error;
    throw new ProviderFailure('rejected', 'The motion clip cannot be made longer.', 422);
  }
}
