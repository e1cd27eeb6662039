import type { SharedV4Warning } from '@ai-sdk/provider';

/** Shapes of a model, from `GET /v1/models`. */
interface Shapes {
  readonly aspect_ratios: readonly string[];
  readonly resolutions: readonly string[];
}

interface FittedSize {
  readonly fields: { readonly aspect_ratio?: string; readonly resolution?: string };
  readonly warnings: readonly SharedV4Warning[];
}

/** Shorter side of clips in pixels, for resolutions whose name does not contain it. */
const SHORT_SIDES: Readonly<Record<string, number>> = { '2k': 1_440, '4k': 2_160 };

/**
 * Finds the nearest ratio and resolution of a picture for a size, such as `1536x1024`. A resolution
 * has about the area of a square with its name: `2K` is 2048 x 2048.
 */
export const fitImage = (size: string, shapes: Shapes): FittedSize =>
  fit('size', size, shapes, {
    sideOf: (width, height) => Math.sqrt(width * height),
    toSide: (resolution) => Number.parseInt(resolution, 10) * 1_024,
  });

/** Finds the nearest ratio and resolution of a clip for a size, such as `1280x720`. */
export const fitClip = (size: string, shapes: Shapes): FittedSize =>
  fit('resolution', size, shapes, {
    sideOf: Math.min,
    toSide: (resolution) =>
      SHORT_SIDES[resolution.toLowerCase()] ?? Number.parseInt(resolution, 10),
  });

function fit(
  feature: string,
  size: string,
  shapes: Shapes,
  rules: {
    readonly sideOf: (width: number, height: number) => number;
    readonly toSide: (resolution: string) => number;
  },
): FittedSize {
  const [width = 0, height = 0] = size.split('x').map(Number);
  const ratio = findNearest(width / height, shapes.aspect_ratios, parseRatio);
  const resolution = findNearest(rules.sideOf(width, height), shapes.resolutions, rules.toSide);
  const fields = {
    ...(ratio && { aspect_ratio: ratio.name }),
    ...(resolution && { resolution: resolution.name }),
  };
  if (ratio?.isExact && resolution?.isExact) return { fields, warnings: [] };
  const names = Object.values(fields).join(', ') || 'the defaults';
  const details = `The model has no ${size}: the request has its nearest shape, ${names}.`;
  return { fields, warnings: [{ type: 'compatibility', feature, details }] };
}

/**
 * Finds the name with the nearest value. The distance is logarithmic: twice as much is as far away
 * as half as much.
 */
function findNearest(
  wanted: number,
  names: readonly string[],
  valueOf: (name: string) => number,
): { readonly name: string; readonly isExact: boolean } | undefined {
  const known = names.flatMap((name) => {
    const away = Math.abs(Math.log(valueOf(name) / wanted));
    return Number.isNaN(away) ? [] : [{ name, away, isExact: away < 1e-6 }];
  });
  return known.toSorted((one, other) => one.away - other.away)[0];
}

const parseRatio = (name: string): number => {
  const [width = 0, height = 0] = name.split(':').map(Number);
  return width / height;
};
