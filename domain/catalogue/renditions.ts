import { findNearestRatio } from './aspect-ratio.js';
import { fitExact, fitImage, computeSquare, type FittedImage } from './fit-image.js';
import { IMAGE_ASPECT_RATIOS } from './image-model.js';
import { planClip } from './plan-clip.js';
import { getImageLimits, type ImageLimits } from './rendition-limits.js';
import { PLATFORM_TABLE, type Platform, type PostForm } from './social-platforms.js';

/** The metadata of a post's image or clip. */
export interface RenditionSource {
  readonly contentType: string;
  /** File size in bytes. */
  readonly size: number;
  readonly width: number;
  readonly height: number;
  /** Duration in milliseconds; null for images, or if unknown. */
  readonly durationMs: number | null;
}

export interface ImagePlan extends FittedImage {
  readonly kind: 'image';
  readonly format: 'jpeg' | 'webp';
  readonly maxBytes: number;
}

/** A clip that is published unchanged. */
export interface ClipAsIs {
  readonly kind: 'video';
  readonly mode: 'as_is';
}

/** A clip that is scaled to fit a box, in H.264 and AAC. */
export interface ClipPlan {
  readonly kind: 'video';
  readonly mode: 'encode';
  readonly maxWidth: number;
  readonly maxHeight: number;
  readonly maxBytes: number;
}

/** The version of one image or clip for one platform. */
export type RenditionPlan = ImagePlan | ClipAsIs | ClipPlan;

export interface RenditionPlans {
  /** Plans in the post's order; images beyond the platform's maximum have no plan. */
  readonly plans: readonly RenditionPlan[];
  /** Notes for the caller that do not prevent publishing. */
  readonly warnings: readonly string[];
  /** Reasons why the post is not possible on the platform, each with a fix. */
  readonly issues: readonly string[];
}

/** Settings that affect the renditions. */
export interface RenditionSettings {
  readonly instagram?: { readonly aspect_ratio?: 'original' | '1:1' };
}

const isClip = ({ contentType }: RenditionSource): boolean => contentType.startsWith('video/');

/**
 * Plans the renditions of a post's images or clip for one platform. Requires that images and clips
 * are not mixed, and that the platform supports `form`.
 * @param canEncode whether this installation can encode clips (FFMPEG_BIN)
 */
export function planRenditions(
  platform: Platform,
  form: PostForm,
  settings: RenditionSettings,
  sources: readonly RenditionSource[],
  canEncode: boolean,
): RenditionPlans {
  const clip = sources.find(isClip);
  if (clip) return planClip(platform, form, clip, canEncode);
  const { label, images } = PLATFORM_TABLE[platform];
  const limits = getImageLimits(platform, form);
  if (!limits)
    return refuse(`${label} does not support images. Post a video, or leave ${label} out.`);
  if (form === 'story' && sources.length > 1) {
    return refuse(
      'A story can have one image. Create a post for each, or leave `content_type` out.',
    );
  }
  const shown = sources.slice(0, images.max);
  const fitted = fitAll(platform, form, settings, shown, limits);
  return {
    plans: fitted.map((one) => ({
      kind: 'image',
      format: 'jpeg',
      ...one,
      maxBytes: limits.bytesMax,
    })),
    warnings: [
      ...describeLeftOut(label, images.max, sources.length),
      ...describeEdges(label, shown, fitted),
    ],
    issues: [],
  };
}

const refuse = (issue: string): RenditionPlans => ({ plans: [], warnings: [], issues: [issue] });

/**
 * Fits all images to the first one's size, because Instagram crops a carousel to its first image's
 * ratio.
 */
function fitAll(
  platform: Platform,
  form: PostForm,
  { instagram }: RenditionSettings,
  sources: readonly RenditionSource[],
  limits: ImageLimits,
): readonly FittedImage[] {
  const isFeed = platform === 'instagram' && form !== 'story';
  const fit = (source: RenditionSource): FittedImage =>
    isFeed && instagram?.aspect_ratio === '1:1'
      ? fitExact(source, computeSquare(source, limits))
      : fitImage(source, limits);
  const [first] = sources;
  if (!isFeed || !first) return sources.map(fit);
  const size = fit(first);
  return sources.map((source) => fitExact(source, size));
}

const describeLeftOut = (label: string, max: number, count: number): string[] =>
  count > max
    ? [`${label} shows at most ${max} images: the first ${max} of ${count} are posted there.`]
    : [];

/** Edges thinner than this fraction of a side are not reported. */
const THIN = 0.02;

/** Lists which images get edges, counted from 1. */
function describeEdges(
  label: string,
  sources: readonly RenditionSource[],
  fitted: readonly FittedImage[],
): string[] {
  const padded = sources.flatMap((source, at) => {
    const plan = fitted[at];
    if (plan?.fit !== 'pad') return [];
    const off = (source.width * plan.height) / (source.height * plan.width);
    return Math.min(off, 1 / off) > 1 - THIN ? [] : [{ number: at + 1, plan }];
  });
  const [one] = padded;
  if (!one) return [];
  const which = padded.map(({ number }) => number).join(', ');
  const shape = findNearestRatio(one.plan.width / one.plan.height, IMAGE_ASPECT_RATIOS);
  const subject = padded.length === 1 ? `Image ${which}` : `Images ${which}`;
  return [
    `${subject} will be padded to ${shape} for ${label}. Generate at ${shape} to fill the frame.`,
  ];
}
