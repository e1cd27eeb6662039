import { findNearestRatio } from '../catalogue/aspect-ratio.js';
import {
  canAdapt,
  MOTION_IMAGE_SECONDS_MAX,
  MOTION_SECONDS_MAX,
  MOTION_SECONDS_MIN,
  type VideoModel,
} from '../catalogue/video-model.js';
import { findClipLength } from '../catalogue/speech-length.js';
import type { Issue } from './refusal.js';
import { showValue } from './show-value.js';
import type { VideoBody, VideoRequest } from './video.js';

/** The fields of a video request whose allowed values depend on the model. */
export type VideoOptions = Partial<
  Record<
    'prompt' | 'duration' | 'resolution' | 'aspect_ratio' | 'motion_video' | 'motion_orientation',
    string
  >
>;

/**
 * Lists a video request's options that its model does not offer, together with the offered options.
 */
export function checkOptions(body: VideoOptions, model: VideoModel): Issue[] {
  const issues: Issue[] = [];
  const refuse = (field: string, message: string) =>
    issues.push({ path: `body.${field}`, message });
  const expectOffered = (
    field: 'duration' | 'resolution' | 'aspect_ratio',
    list: readonly string[],
  ) => {
    const given = body[field];
    if (given === undefined || list.includes(given)) return;
    refuse(
      field,
      `${showValue(given)} is not supported by ${model.id}; use one of: ${list.join(', ')}`,
    );
  };
  expectOffered('resolution', model.resolutions);
  expectOffered('aspect_ratio', model.aspectRatios);
  if (!model.requiresMotionVideo) expectOffered('duration', model.durations);
  else if (body.duration !== undefined) {
    refuse(
      'duration',
      `is not supported by ${model.id}: motion_video sets the length; leave it out`,
    );
  }
  if (body.prompt !== undefined && body.prompt.length > model.promptMax) {
    refuse(
      'prompt',
      `must have at most ${model.promptMax} characters for ${model.id}, not ${body.prompt.length}; shorten it`,
    );
  }
  for (const field of ['motion_video', 'motion_orientation'] as const) {
    if (body[field] !== undefined && !model.requiresMotionVideo) {
      refuse(field, 'is only for kling-3.0-motion-control; leave it out');
    }
  }
  return issues;
}

/** Says why a motion clip cannot be used, to complete "<field> …"; null if it can be used. */
export function checkMotion(seconds: number, orientation: 'video' | 'image'): string | null {
  const max = orientation === 'image' ? MOTION_IMAGE_SECONDS_MAX : MOTION_SECONDS_MAX;
  if (seconds >= MOTION_SECONDS_MIN && seconds <= max) return null;
  const rule = orientation === 'image' ? ' with motion_orientation image' : '';
  return `is ${seconds.toFixed(2)} seconds long; it must have ${MOTION_SECONDS_MIN} to ${max} seconds${rule}`;
}

/** Measurements of a request's files. */
export interface MeasuredFiles {
  /** Length of the motion clip in seconds; null without a motion clip. */
  readonly motionSeconds: number | null;
  /**
   * The first frame's ratio of width to height; null without a first frame, or if its size is
   * unknown.
   */
  readonly frameShape: number | null;
}

/** Chooses a ratio if the request has none: the first frame's ratio, if the model offers it. */
function chooseRatio(
  { start_frame: frame }: VideoBody,
  { aspectRatios, defaults }: VideoModel,
  shape: number | null,
): string {
  if (frame === undefined || shape === null) return defaults.aspectRatio;
  if (aspectRatios.includes('adaptive') && canAdapt(shape)) return 'adaptive';
  return findNearestRatio(shape, aspectRatios) ?? defaults.aspectRatio;
}

/** Chooses a length if the request has none: the shortest clip that the script fits into. */
const chooseDuration = ({ script }: VideoBody, { durations, defaults }: VideoModel): string =>
  (script === undefined ? null : findClipLength(script, durations)) ?? defaults.duration ?? '';

/**
 * Fills in the model's defaults.
 * @param seed the requested or random seed
 */
export function summariseVideo(
  body: VideoBody,
  model: VideoModel,
  seed: number,
  { motionSeconds, frameShape }: MeasuredFiles,
): VideoRequest {
  const { defaults } = model;
  return {
    model: model.id,
    prompt: body.prompt ?? null,
    character_id: body.character_id ?? null,
    product_id: body.product_id ?? null,
    duration:
      motionSeconds === null
        ? (body.duration ?? chooseDuration(body, model))
        : String(Math.ceil(motionSeconds)),
    resolution: body.resolution ?? defaults.resolution,
    aspect_ratio: body.aspect_ratio ?? chooseRatio(body, model, frameShape),
    audio: body.audio ?? (body.script !== undefined || defaults.audio),
    has_start_frame: body.start_frame !== undefined,
    reference_images: body.reference_images?.length ?? 0,
    motion_video_seconds: motionSeconds === null ? null : Number(motionSeconds.toFixed(3)),
    seed,
  };
}
