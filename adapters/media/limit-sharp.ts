import sharp from 'sharp';

/**
 * Settings of libvips for the whole process: no operation repeats, so a cache only holds memory; one
 * image per core is fastest.
 */
export function limitSharp(): void {
  sharp.cache(false);
  sharp.concurrency(1);
}
