import sharp from 'sharp';

/**
 * Configures libvips for the whole process. No operation repeats, so a cache would only use memory;
 * one image per core is fastest, so each image gets one thread.
 */
export function restrictSharp(): void {
  sharp.cache(false);
  sharp.concurrency(1);
}
