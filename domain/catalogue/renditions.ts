import { fitExact, fitImage, squareAround, type FittedImage } from './fit-image.js';
import { planClip } from './plan-clip.js';
import { imageLimits, type ImageLimits } from './rendition-limits.js';
import { PLATFORM_TABLE, type Platform, type PostForm } from './social-platforms.js';

/** What is known of a picture or clip of a post. */
export interface RenditionSource {
  readonly contentType: string;
  /** Bytes. */
  readonly size: number;
  readonly width: number;
  readonly height: number;
  /** Null for pictures, and where nobody knows. */
  readonly durationMs: number | null;
}

export interface ImagePlan extends FittedImage {
  readonly kind: 'image';
  readonly format: 'jpeg' | 'webp';
  readonly maxBytes: number;
}

/** A clip that stays as it is. */
export interface ClipAsIs {
  readonly kind: 'video';
  readonly mode: 'as_is';
}

/** A clip that is made to fit a box, in H.264 and AAC. */
export interface ClipPlan {
  readonly kind: 'video';
  readonly mode: 'encode';
  readonly maxWidth: number;
  readonly maxHeight: number;
  readonly maxBytes: number;
}

/** What one platform gets of one picture or clip. */
export type RenditionPlan = ImagePlan | ClipAsIs | ClipPlan;

export interface RenditionPlans {
  /** In the order of the post; pictures beyond what the platform shows have none. */
  readonly plans: readonly RenditionPlan[];
  /** What callers may want to know; the post is made all the same. */
  readonly warnings: readonly string[];
  /** Why the platform cannot get the post at all, and what to do. */
  readonly issues: readonly string[];
}

/** The settings that shape what is shown. */
export interface RenditionSettings {
  readonly instagram?: { readonly aspect_ratio?: 'original' | '1:1' };
}

const isClip = ({ contentType }: RenditionSource): boolean => contentType.startsWith('video/');

/**
 * What one platform gets of the pictures or the clip of a post, by what is known of them. It takes
 * for granted that they are not mixed, and that `form` is one of the platform's.
 * @param canEncode whether this installation can make a clip again (FFMPEG_BIN)
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
  const limits = imageLimits(platform, form);
  if (!limits) return refuse(`${label} shows no pictures. Post a video, or leave ${label} out.`);
  if (form === 'story' && sources.length > 1) {
    return refuse('A story shows one picture. Make a post for each, or leave `content_type` out.');
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
      ...tellLeftOut(label, images.max, sources.length),
      ...tellEdges(label, shown, fitted),
    ],
    issues: [],
  };
}

const refuse = (issue: string): RenditionPlans => ({ plans: [], warnings: [], issues: [issue] });

/** Instagram cuts every picture of a carousel to the shape of the first, so all get its size. */
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
      ? fitExact(source, squareAround(source, limits))
      : fitImage(source, limits);
  const [first] = sources;
  if (!isFeed || !first) return sources.map(fit);
  const size = fit(first);
  return sources.map((source) => fitExact(source, size));
}

const tellLeftOut = (label: string, max: number, count: number): string[] =>
  count > max
    ? [`${label} shows ${max} pictures: the first ${max} of ${count} are posted there.`]
    : [];

/** Edges thinner than this part of a side are not worth a word. */
const THIN = 0.02;

/** Which pictures get edges, counted from 1. */
function tellEdges(
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
  const shape = (one.plan.width / one.plan.height).toFixed(2);
  const subject = padded.length === 1 ? `Picture ${which} gets` : `Pictures ${which} get`;
  return [
    `${subject} edges for ${label}, which shows it at ${shape} (width to height). ` +
      'Generate it in such a shape to fill the frame.',
  ];
}
