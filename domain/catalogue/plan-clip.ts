import { getVideoLimits, type VideoLimits } from './rendition-limits.js';
import type { RenditionPlans, RenditionSource } from './renditions.js';
import { PLATFORM_TABLE, type Platform, type PostForm } from './social-platforms.js';

/**
 * Plans a clip for a platform. The clip stays unchanged if it fits; otherwise it is encoded again.
 */
export function planClip(
  platform: Platform,
  form: PostForm,
  clip: RenditionSource,
  canEncode: boolean,
): RenditionPlans {
  const { label } = PLATFORM_TABLE[platform];
  const limits = getVideoLimits(platform, form);
  const { encoded, bytesMax: maxBytes } = limits;
  const where = form === 'video' ? label : `${label} (${form})`;
  const issues = [
    ...refuseDuration(where, limits, clip),
    ...refuseShape(where, form, limits, clip),
    ...refuseSmall(where, limits, clip),
  ];
  if (issues.length > 0) return { plans: [], warnings: [], issues };
  if (isWithinVideoLimits(clip, limits)) {
    return { plans: [{ kind: 'video', mode: 'as_is' }], warnings: [], issues: [] };
  }
  if (!encoded || !canEncode) {
    return { plans: [], warnings: [], issues: [refuseLarge(where, limits)] };
  }
  const [maxWidth, maxHeight] = computeUprightBox(encoded, clip);
  return {
    plans: [{ kind: 'video', mode: 'encode', maxWidth, maxHeight, maxBytes }],
    warnings: [
      `${where} gets the clip scaled to fit ${maxWidth}x${maxHeight}: it is ` +
        `${clip.width}x${clip.height} with ${toMegabyteText(clip.size)} MB.`,
    ],
    issues: [],
  };
}

const toMegabyteText = (bytes: number): number => Math.ceil(bytes / 1_000_000);

function isWithinVideoLimits(
  { width, height, size }: RenditionSource,
  limits: VideoLimits,
): boolean {
  return (
    size <= limits.bytesMax &&
    width <= limits.widthMax &&
    Math.max(width, height) <= limits.longMax &&
    Math.min(width, height) <= limits.shortMax
  );
}

/** Rotates the box to the clip's orientation. For a square clip, both sides are the short one. */
function computeUprightBox(
  { long, short }: { readonly long: number; readonly short: number },
  { width, height }: RenditionSource,
): readonly [number, number] {
  if (width === height) return [short, short];
  return width > height ? [long, short] : [short, long];
}

function refuseDuration(
  where: string,
  { secondsMin, secondsMax }: VideoLimits,
  { durationMs }: RenditionSource,
): string[] {
  // If the duration is unknown, only the platform checks it.
  if (durationMs === null) return [];
  const seconds = durationMs / 1_000;
  if (seconds >= secondsMin && seconds <= secondsMax) return [];
  return [
    `${where} accepts clips of ${secondsMin} to ${secondsMax} seconds; this one has ${seconds}. ` +
      'Post a clip of an accepted length, or leave the platform out.',
  ];
}

function refuseShape(
  where: string,
  form: PostForm,
  { ratioMin, ratioMax }: VideoLimits,
  { width, height }: RenditionSource,
): string[] {
  const ratio = width / height;
  if (ratio >= ratioMin && ratio <= ratioMax) return [];
  if (form === 'short') {
    return [
      `A Short cannot be wider than tall; this clip is ${width}x${height}. ` +
        'Leave `content_type` out, or generate the clip in 9:16 or 1:1.',
    ];
  }
  const bounds = `${round(ratioMin)} to ${round(ratioMax)}`;
  return [
    `${where} accepts clips of ${bounds} (width to height); this one is ${width}x${height}. ` +
      'Generate the clip in another aspect ratio, or leave the platform out.',
  ];
}

const round = (ratio: number): string => String(Math.round(ratio * 100) / 100);

function refuseSmall(where: string, { shortMin }: VideoLimits, clip: RenditionSource): string[] {
  if (Math.min(clip.width, clip.height) >= shortMin) return [];
  return [
    `${where} accepts clips with at least ${shortMin} pixels on each side; this one is ` +
      `${clip.width}x${clip.height}. Generate the clip in a higher resolution.`,
  ];
}

/**
 * Writes the issue for a clip that cannot be encoded again: the caller can only change the
 * resolution.
 */
function refuseLarge(where: string, { encoded, bytesMax }: VideoLimits): string {
  const size = encoded ? `${encoded.long}x${encoded.short} pixels and ` : '';
  return (
    `The clip is too large for ${where}, and this service cannot make it smaller. ` +
    `Generate it in a lower resolution: up to ${size}${toMegabyteText(bytesMax)} MB fit.`
  );
}
