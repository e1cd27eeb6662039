import { IMAGE_RESOLUTIONS, type ImageResolution } from './image-model.js';
import { apiCredits } from './price.js';

/** App credits by resolution. The API price is this value times the multiplier. */
const IMAGE_APP_CREDITS: Record<ImageResolution, number> = { '1K': 1, '2K': 1, '4K': 1.5 };

/** API price of one image in credits. */
export function imageCredits(resolution: ImageResolution, multiplier: number): number {
  return apiCredits(IMAGE_APP_CREDITS[resolution], multiplier);
}

/** API price by resolution, as the model catalogue lists it. */
export function imagePriceList(multiplier: number): Record<ImageResolution, number> {
  const prices = IMAGE_RESOLUTIONS.map((resolution) => [
    resolution,
    imageCredits(resolution, multiplier),
  ]);
  return Object.fromEntries(prices) as Record<ImageResolution, number>;
}
