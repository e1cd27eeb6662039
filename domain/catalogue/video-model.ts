import { ratioOf } from './aspect-ratio.js';
import type { CatalogueSource } from './model-source.js';

/** One video model: what callers may ask for, what it costs, and who serves it. */
export interface VideoModel {
  readonly id: string;
  readonly name: string;
  /** Whole seconds as text; empty where the motion clip decides. */
  readonly durations: readonly string[];
  readonly resolutions: readonly string[];
  /** `adaptive` follows the first frame. */
  readonly aspectRatios: readonly string[];
  /** `always`: upstream makes sound whether asked or not; unwanted sound is removed by us. */
  readonly audio: 'optional' | 'always';
  readonly defaults: {
    /** Null where the motion clip decides. */
    readonly duration: string | null;
    readonly resolution: string;
    readonly aspectRatio: string;
    readonly audio: boolean;
  };
  readonly requiresMotionVideo: boolean;
  /** Characters that we accept, 5,000 to 20,000. */
  readonly promptMax: number;
  /**
   * Characters that the tightest upstream takes, where that is less: longer prompts are shortened.
   */
  readonly upstreamPromptMax: number | null;
  /** Reference images that the model itself takes, at most the 8 of a request. */
  readonly referenceImagesMax: number;
  /**
   * `instead_of_frame`: upstream takes either, so with a first frame all references shape that one.
   */
  readonly references: 'beside_frame' | 'instead_of_frame';
  /** Cost upstream by resolution, with sound, USD per second. */
  readonly usdPerSecond: Readonly<Record<string, number>>;
  readonly sources: readonly CatalogueSource[];
}

/** Motion control takes a clip of 1 to 30 seconds; upstream caps orientation `image` at 10. */
export const MOTION_SECONDS_MIN = 1;
export const MOTION_SECONDS_MAX = 30;
/** Every upstream wants three seconds; a shorter clip is repeated. */
export const UPSTREAM_MOTION_SECONDS_MIN = 3;
export const MOTION_IMAGE_SECONDS_MAX = 10;
export const MOTION_ORIENTATIONS = ['video', 'image'] as const;

/** References that a video request may name. */
export const VIDEO_REFERENCES_MAX = 8;

/** Pixels of the shorter side. */
const SHORT_SIDE: Readonly<Record<string, number>> = {
  '360p': 360,
  '480p': 480,
  '720p': 720,
  '768p': 768,
  '1080p': 1080,
  '2K': 1440,
  '4k': 2160,
};

const toEven = (pixels: number): number => Math.round(pixels / 2) * 2;

/**
 * Exact output size: the shorter side as the resolution says, both even, as H.264 wants them.
 * @param ratio width to height, a number; for `adaptive` that of the first frame
 */
export function videoSize(resolution: string, ratio: number): { width: number; height: number } {
  const short = SHORT_SIDE[resolution] ?? 720;
  return ratio >= 1
    ? { width: toEven(short * ratio), height: short }
    : { width: short, height: toEven(short / ratio) };
}

/**
 * The ratio of the widest clip; its inverse is that of the tallest. Without this bound a very long,
 * narrow picture would make a huge clip.
 */
const ADAPTIVE_RATIO_MAX = 21 / 9;

/** Whether a clip can have the shape of a picture as it is. */
export const canAdapt = (shape: number): boolean =>
  shape <= ADAPTIVE_RATIO_MAX && shape >= 1 / ADAPTIVE_RATIO_MAX;

/** Width to height of a clip; `adaptive` follows the first frame as far as a clip can. */
export function clipRatio(
  aspectRatio: string,
  frame: { readonly width: number; readonly height: number },
): number {
  const shape = frame.width / frame.height;
  const bounded = Math.min(ADAPTIVE_RATIO_MAX, Math.max(1 / ADAPTIVE_RATIO_MAX, shape));
  return ratioOf(aspectRatio) ?? bounded;
}

/** The resolution at which a first frame is generated and priced. 1K and 2K cost the same. */
export function firstFrameResolution(resolution: string): '1K' | '2K' {
  return (SHORT_SIDE[resolution] ?? 0) > 768 ? '2K' : '1K';
}
