import { computeApiCredits } from './price.js';
import { MOTION_SECONDS_MAX, MOTION_SECONDS_MIN, type VideoModel } from './video-model.js';

/** Price of one app credit in USD, and the factor on the upstream cost; the same for all models. */
const APP_CREDIT_USD = 0.1;
const MARGIN = 1.25;

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
  // Floating point makes 1.25 x 0.4 x 8 / 0.1 slightly more than 40, which must not round up to 41.
  const appCredits = Math.ceil(Number(((usd * MARGIN) / APP_CREDIT_USD).toFixed(6)));
  return computeApiCredits(appCredits, multiplier);
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
