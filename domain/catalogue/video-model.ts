import { parseRatio } from './aspect-ratio.js';
import type { VideoSource } from './video-source.js';

/** A video model: its options, costs and sources. */
export interface VideoModel {
  readonly id: string;
  readonly name: string;
  /** Whole seconds as text; empty if the motion clip determines the length. */
  readonly durations: readonly string[];
  readonly resolutions: readonly string[];
  /** Offered ratios; `adaptive` means the first frame's ratio. */
  readonly aspectRatios: readonly string[];
  /** `always`: the upstream always generates sound, and we remove unwanted sound. */
  readonly audio: 'optional' | 'always';
  readonly defaults: {
    /** Default duration; null if the motion clip determines the length. */
    readonly duration: string | null;
    readonly resolution: string;
    readonly aspectRatio: string;
    readonly audio: boolean;
  };
  readonly requiresMotionVideo: boolean;
  /** Maximum prompt characters that we accept, between 5,000 and 20,000. */
  readonly promptMax: number;
  /**
   * Maximum prompt characters of the strictest upstream, if lower than ours: longer prompts are
   * shortened.
   */
  readonly upstreamPromptMax: number | null;
  /** Maximum reference images that the model accepts; 8 at most, the maximum of a request. */
  readonly referenceImagesMax: number;
  /**
   * `instead_of_frame`: the upstream accepts either a first frame or references. With a first
   * frame, the references only influence that frame.
   */
  readonly references: 'beside_frame' | 'instead_of_frame';
  /** Upstream cost by resolution, with sound, in USD per second. */
  readonly usdPerSecond: Readonly<Record<string, number>>;
  readonly sources: readonly VideoSource[];
}

/** Motion control accepts a clip of 1 to 30 seconds. With `image`, upstreams allow 10 seconds. */
export const MOTION_SECONDS_MIN = 1;
export const MOTION_SECONDS_MAX = 30;
/** Minimum clip length of every upstream. A shorter clip is repeated. */
export const UPSTREAM_MOTION_SECONDS_MIN = 3;
export const MOTION_IMAGE_SECONDS_MAX = 10;
export const MOTION_ORIENTATIONS = ['video', 'image'] as const;

/** Maximum reference images in a video request. */
export const VIDEO_REFERENCES_MAX = 8;

/** Pixels of the shorter side, by resolution. */
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
 * Computes the exact output size: the shorter side follows from the resolution, and both sides are
 * even, as H.264 requires.
 * @param ratio numeric ratio of width to height; for `adaptive`, the first frame's ratio
 */
export function computeVideoSize(
  resolution: string,
  ratio: number,
): { width: number; height: number } {
  const short = SHORT_SIDE[resolution] ?? 720;
  return ratio >= 1
    ? { width: toEven(short * ratio), height: short }
    : { width: short, height: toEven(short / ratio) };
}

/**
 * The widest clip's ratio; the tallest clip has the inverse. Without this limit, a very long and
 * narrow picture would result in a huge clip.
 */
const ADAPTIVE_RATIO_MAX = 21 / 9;

/** Whether a clip can have exactly a picture's ratio. */
export const canAdapt = (shape: number): boolean =>
  shape <= ADAPTIVE_RATIO_MAX && shape >= 1 / ADAPTIVE_RATIO_MAX;

/**
 * Computes a clip's ratio of width to height; `adaptive` uses the first frame's ratio within the
 * limits.
 */
export function computeClipRatio(
  aspectRatio: string,
  frame: { readonly width: number; readonly height: number },
): number {
  const shape = frame.width / frame.height;
  const bounded = Math.min(ADAPTIVE_RATIO_MAX, Math.max(1 / ADAPTIVE_RATIO_MAX, shape));
  return parseRatio(aspectRatio) ?? bounded;
}

/**
 * Returns the resolution of a generated first frame, which sets its price. 1K and 2K cost the same.
 */
export function chooseFrameResolution(resolution: string): '1K' | '2K' {
  return (SHORT_SIDE[resolution] ?? 0) > 768 ? '2K' : '1K';
}
