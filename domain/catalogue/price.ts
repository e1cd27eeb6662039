import { IMAGE_APP_CREDITS, IMAGE_RESOLUTIONS, type ImageResolution } from './image-model.js';

/** A balance below this sends `credits.low`, at most daily. */
export const LOW_BALANCE_THRESHOLD = 20;

/**
 * API price of in-app credits. Rounded up: credits are whole, and the operator never sells below cost.
 * @param multiplier `api_credit_multiplier`, 2 unless configured
 */
export function apiCredits(appCredits: number, multiplier: number): number {
  // Floating point makes 100 x 0.55 a hair more than 55, which is not a further credit.
  return Math.ceil(Number((appCredits * multiplier).toFixed(6)));
}

/** API price of one image in credits. */
export function imageCredits(resolution: ImageResolution, multiplier: number): number {
  return apiCredits(IMAGE_APP_CREDITS[resolution], multiplier);
}

/** A preset character in app credits: 2 over the API at the multiplier of 2. */
const PRESET_CHARACTER_APP_CREDITS = 1;

/** API price of a preset character in credits. */
export function presetCharacterCredits(multiplier: number): number {
  return apiCredits(PRESET_CHARACTER_APP_CREDITS, multiplier);
}

/** API price by resolution, as the model catalogue lists it. */
export function imagePriceList(multiplier: number): Record<ImageResolution, number> {
  const prices = IMAGE_RESOLUTIONS.map((resolution) => [
    resolution,
    imageCredits(resolution, multiplier),
  ]);
  return Object.fromEntries(prices) as Record<ImageResolution, number>;
}
