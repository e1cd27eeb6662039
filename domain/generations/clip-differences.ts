import { computeShape, type MediaFacts } from '../catalogue/media-types.js';
import { UPSTREAM_MOTION_SECONDS_MIN } from '../catalogue/video-model.js';
import type { VideoRequest } from '../contract/video.js';

/** The requested properties of a clip. */
export interface OrderedClip {
  readonly width: number;
  readonly height: number;
  readonly request: Pick<VideoRequest, 'duration' | 'motion_video_seconds'>;
}

/** Tolerances, because models round sides to multiples of 16 and add a frame. */
const SHAPE_TOLERANCE = 0.05;
const SECONDS_TOLERANCE = 0.5;
/**
 * Some models keep the pixel count instead of the shorter side. The next lower resolution has no
 * more than 0.57 times as many pixels, the next higher one no fewer than 2.2 times.
 */
const PIXELS = { from: 0.65, to: 2 } as const;

/**
 * Describes to the caller how a finished clip differs from the requested shape, size and length, in
 * one sentence per difference.
 */
export function listClipDifferences(ordered: OrderedClip, clip: MediaFacts): string[] {
  return [describeSize(ordered, clip), describeLength(ordered, clip)].filter(
    (line) => line !== null,
  );
}

function describeSize(ordered: OrderedClip, { width, height }: MediaFacts): string | null {
  const [wanted, shape] = [computeShape(ordered), computeShape({ width, height })];
  if (!width || !height || wanted === null || shape === null) return null;
  const isOtherShape = Math.abs(shape / wanted - 1) > SHAPE_TOLERANCE;
  const pixels = (width * height) / (ordered.width * ordered.height);
  if (!isOtherShape && pixels >= PIXELS.from && pixels <= PIXELS.to) return null;
  const how = isOtherShape ? 'a different shape' : pixels < 1 ? 'a smaller size' : 'a larger size';
  const was = `${ordered.width}x${ordered.height}`;
  return `The provider made a clip with ${how}: ${width}x${height} pixels instead of ${was}.`;
}

function describeLength({ request }: OrderedClip, { durationSeconds }: MediaFacts): string | null {
  const motion = request.motion_video_seconds;
  const from = motion ?? Number(request.duration);
  // A motion clip is charged in whole seconds, and a short clip is looped for the provider.
  const to = motion === null ? from : Math.max(Math.ceil(motion), UPSTREAM_MOTION_SECONDS_MIN);
  if (durationSeconds === null) return null;
  const isOrdered =
    durationSeconds >= from - SECONDS_TOLERANCE && durationSeconds <= to + SECONDS_TOLERANCE;
  if (isOrdered) return null;
  const lasts = Number(durationSeconds.toFixed(1));
  return `The provider made a clip with a different length: ${lasts} s instead of ${from} s.`;
}
