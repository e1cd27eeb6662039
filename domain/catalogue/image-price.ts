import { IMAGE_RESOLUTIONS, type ImageResolution } from './image-model.js';
import { computeApiCredits } from './price.js';

/** App credits by resolution. The API price is this value times the multiplier. */
const IMAGE_APP_CREDITS: Record<ImageResolution, number> = { '1K': 1, '2K': 1, '4K': 1.5 };

/** Computes the API price of one image in credits. */
export function computeImageCredits(resolution: ImageResolution, multiplier: number): number {
  return computeApiCredits(IMAGE_APP_CREDITS[resolution], multiplier);
}

/** Builds the API prices by resolution, as listed in the model catalogue. */
export function buildImagePriceList(multiplier: number): Record<ImageResolution, number> {
  const prices = IMAGE_RESOLUTIONS.map((resolution) => [
    resolution,
    computeImageCredits(resolution, multiplier),
  ]);
  return Object.fromEntries(prices) as Record<ImageResolution, number>;
}
