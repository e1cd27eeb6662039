import { findNearestRatio, parseRatio } from '../../domain/catalogue/aspect-ratio.js';
import {
  IMAGE_ASPECT_RATIOS,
  IMAGE_RESOLUTIONS,
  computeImageSize,
  type ImageAspectRatio,
  type ImageResolution,
} from '../../domain/catalogue/image-model.js';
import { computeVideoSize, type VideoModel } from '../../domain/catalogue/video-model.js';

export interface Pixels {
  readonly width: number;
  readonly height: number;
}

/** Default picture size, used when the client does not specify one. */
const SQUARE: Pixels = { width: 1024, height: 1024 };

/**
 * Parses `1536x1024`; null for `auto` or if the text is not a size. The schema has checked the
 * form.
 */
export function parseSize(size: string | null | undefined): Pixels | null {
  const [width, height] = (size ?? '').split('x').map(Number);
  return width && height ? { width, height } : null;
}

export const showSize = ({ width, height }: Pixels): string => `${width}x${height}`;

const area = ({ width, height }: Pixels): number => width * height;

/**
 * Finds the option with the nearest area. The distance is logarithmic: twice as large is as far
 * away as half as large.
 */
function nearestBySize<T>(
  wanted: Pixels,
  offered: readonly T[],
  sizeOf: (one: T) => Pixels,
): T | null {
  const away = (one: T) => Math.abs(Math.log(area(sizeOf(one)) / area(wanted)));
  return offered.toSorted((one, other) => away(one) - away(other))[0] ?? null;
}

/** Finds the picture ratio and resolution nearest to a size. */
export function fitImageSize(wanted: Pixels = SQUARE): {
  aspect_ratio: ImageAspectRatio;
  resolution: ImageResolution;
} {
  const ratio = findNearestRatio(wanted.width / wanted.height, IMAGE_ASPECT_RATIOS) ?? '1:1';
  const resolution = nearestBySize(wanted, IMAGE_RESOLUTIONS, (one) =>
    computeImageSize(ratio, one),
  );
  return { aspect_ratio: ratio, resolution: resolution ?? '1K' };
}

/** Finds the clip ratio and resolution nearest to a size, among those that the model offers. */
export function fitClipSize(
  wanted: Pixels,
  model: Pick<VideoModel, 'aspectRatios' | 'resolutions'>,
): { aspect_ratio?: string; resolution?: string } {
  const ratio = findNearestRatio(wanted.width / wanted.height, model.aspectRatios);
  const shape = parseRatio(ratio ?? '') ?? wanted.width / wanted.height;
  const resolution = nearestBySize(wanted, model.resolutions, (one) =>
    computeVideoSize(one, shape),
  );
  return {
    ...(ratio !== null && { aspect_ratio: ratio }),
    ...(resolution !== null && { resolution }),
  };
}
