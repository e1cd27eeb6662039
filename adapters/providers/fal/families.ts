import type { Endpoint } from './endpoint.js';

const withSameNames = (...names: readonly string[]): Record<string, string> =>
  Object.fromEntries(names.map((name) => [name, name]));

/** `adaptive` follows the first frame; fal calls it `auto`. */
const toFalRatio = (aspectRatio: string): string =>
  aspectRatio === 'adaptive' ? 'auto' : aspectRatio;

export const seedance = (...resolutions: readonly string[]): Endpoint => ({
  resolutions: withSameNames(...resolutions),
  promptMax: null,
  input: (job, prompt, resolution, address) => ({
    prompt,
    image_url: address(job.firstFrame),
    resolution,
    // A string. Without it fal chooses a length of up to 30 seconds and bills it.
    duration: String(job.seconds),
    aspect_ratio: toFalRatio(job.aspectRatio),
    generate_audio: job.audio,
    seed: job.seed,
  }),
});

/**
 * The endpoint determines the resolution and the image determines the ratio; there are no fields
 * for these or for a seed.
 */
export const createKling = (resolution: string): Endpoint => ({
  resolutions: withSameNames(resolution),
  promptMax: 2_500,
  notation: (index) => `@Element${index + 1}`,
  input: (job, prompt, _resolution, address) => ({
    prompt,
    start_image_url: address(job.firstFrame),
    duration: String(job.seconds),
    generate_audio: job.audio,
    // An element needs a front view and one to three other views. A caller's reference has only one
    // image, so it is sent as both; not verified with fal, 2026-11-21.
    ...(job.references.length > 0 && {
      elements: job.references.map(({ image }) => ({
        frontal_image_url: address(image),
        reference_image_urls: [address(image)],
      })),
    }),
  }),
});

export const createMotionControl = (resolution: string): Endpoint => ({
  resolutions: withSameNames(resolution),
  promptMax: 2_500,
  input: (job, prompt, _resolution, address) => ({
    prompt,
    image_url: address(job.firstFrame),
    ...(job.motion !== null && {
      video_url: address(job.motion.clip),
      character_orientation: job.motion.orientation,
    }),
    keep_original_sound: job.audio,
  }),
});

export const veo: Endpoint = {
  // 4k is in fal's price list, but not in the types of its client, so it is unproven (decision
  // 0041).
  resolutions: withSameNames('720p', '1080p', '4k'),
  promptMax: null,
  input: (job, prompt, resolution, address) => ({
    prompt,
    image_url: address(job.firstFrame),
    duration: `${job.seconds}s`,
    resolution,
    aspect_ratio: toFalRatio(job.aspectRatio),
    generate_audio: job.audio,
    // A refused prompt is reported to the caller; fal must not rewrite it until it passes.
    auto_fix: false,
    seed: job.seed,
  }),
};

export const wan: Endpoint = {
  resolutions: withSameNames('720p', '1080p'),
  promptMax: 800,
  input: (job, prompt, resolution, address) => ({
    prompt,
    image_url: address(job.firstFrame),
    duration: String(job.seconds),
    resolution,
    ...(job.narration !== null && { audio_url: address(job.narration) }),
    seed: job.seed,
  }),
};

export const minimax: Endpoint = {
  resolutions: { '480p': '480P', '768p': '768P', '2K': '2K', '4k': '4K' },
  promptMax: 7_000,
  input: (job, prompt, resolution, address) => ({
    prompt,
    image_url: address(job.firstFrame),
    duration: job.seconds,
    resolution,
  }),
};

export const omni: Endpoint = {
  resolutions: withSameNames('360p', '720p', '1080p', '4k'),
  promptMax: null,
  input: (job, prompt, resolution, address) => ({
    prompt,
    image_url: address(job.firstFrame),
    duration: job.seconds,
    resolution,
    aspect_ratio: job.aspectRatio,
  }),
};
