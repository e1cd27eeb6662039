import type { CatalogueSource } from './model-source.js';

/** The image model: options, limits, exact pixel sizes and the upstream sources that serve it. */

export const IMAGE_MODEL_ID = 'service-image';

export const IMAGE_RESOLUTIONS = ['1K', '2K', '4K'] as const;
export type ImageResolution = (typeof IMAGE_RESOLUTIONS)[number];

/** 1K pixel sizes by ratio. In 2K and 4K, each side is exactly two or four times as long. */
const SIZES_1K = {
  '1:1': [1024, 1024],
  '2:3': [848, 1264],
  '3:2': [1264, 848],
  '3:4': [896, 1200],
  '4:3': [1200, 896],
  '4:5': [928, 1152],
  '5:4': [1152, 928],
  '9:16': [768, 1376],
  '16:9': [1376, 768],
  '21:9': [1584, 672],
} as const;

export type ImageAspectRatio = keyof typeof SIZES_1K;
export const IMAGE_ASPECT_RATIOS = Object.keys(SIZES_1K) as ImageAspectRatio[];

export const isImageAspectRatio = (text: string): text is ImageAspectRatio => text in SIZES_1K;

const SCALE: Record<ImageResolution, number> = { '1K': 1, '2K': 2, '4K': 4 };

export const IMAGE_PROMPT_MAX = 5_000;
export const IMAGE_REFERENCES_MAX = 6;

/** Computes the exact output size in pixels. */
export function computeImageSize(ratio: ImageAspectRatio, resolution: ImageResolution) {
  const [width, height] = SIZES_1K[ratio];
  const scale = SCALE[resolution];
  return { width: width * scale, height: height * scale };
}

/**
 * The image model's upstreams. Nano Banana 2 has our sizes and ratios and accepts 14 pictures,
 * enough for any request: 13 for an image, 14 for a video's first frame.
 */
export const IMAGE_SOURCES: readonly CatalogueSource[] = [
  { provider: 'comfyui', upstreamModel: IMAGE_MODEL_ID, seed: true },
  { provider: 'fal', upstreamModel: 'fal-ai/nano-banana-2', seed: true },
  { provider: 'kie', upstreamModel: 'nano-banana-2' },
];
