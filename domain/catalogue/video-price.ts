import { computeUpstreamCredits } from './price.js';
import { MOTION_SECONDS_MAX, MOTION_SECONDS_MIN, type VideoModel } from './video-model.js';

/**
 * Computes the API price of a clip without its first frame, in credits.
 * @param seconds whole seconds; for motion control, the measured length, rounded up
 */
export function computeVideoCredits(
  model: VideoModel,
  resolution: string,
  seconds: number,
  multiplier: number,
): number {
  const usd = (model.usdPerSecond[resolution] ?? Number.NaN) * seconds;
  return computeUpstreamCredits(usd, multiplier);
}

/** Lists the lengths with a price: the model's durations, or every length of a motion clip. */
function listPricedSeconds({ durations, requiresMotionVideo }: VideoModel): number[] {
  if (!requiresMotionVideo) return durations.map(Number);
  const lengths = MOTION_SECONDS_MAX - MOTION_SECONDS_MIN + 1;
  return Array.from({ length: lengths }, (_, index) => MOTION_SECONDS_MIN + index);
}

/** Builds a model's price grid; the keys are `<resolution>/<duration>s`. */
export function buildVideoPriceGrid(model: VideoModel, multiplier: number): Record<string, number> {
  const cells = model.resolutions.flatMap((resolution) =>
    listPricedSeconds(model).map((seconds) => [
      `${resolution}/${seconds}s`,
      computeVideoCredits(model, resolution, seconds, multiplier),
    ]),
  );
  return Object.fromEntries(cells) as Record<string, number>;
}
