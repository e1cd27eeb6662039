import type { FalFamily } from '../../../domain/catalogue/video-source.js';
import type { Family } from './family.js';

/** Converts a ratio to fal's name: `adaptive`, which follows the first frame, is `auto` there. */
const toFalRatio = (aspectRatio: string): string =>
  aspectRatio === 'adaptive' ? 'auto' : aspectRatio;

const seedance: Family = {
  input: (job, prompt, resolution, address) => ({
    prompt,
    image_url: address(job.firstFrame),
    resolution,
    // fal expects a string. Without it, fal chooses a length of up to 30 seconds and bills it.
    duration: String(job.seconds),
    aspect_ratio: toFalRatio(job.aspectRatio),
    generate_audio: job.audio,
    seed: job.seed,
  }),
};

/**
 * The endpoint determines the resolution and the image determines the ratio, so there are no fields
 * for resolution, ratio or seed.
 */
const kling: Family = {
  notation: (index) => `@Element${index + 1}`,
  input: (job, prompt, _resolution, address) => ({
    prompt,
    start_image_url: address(job.firstFrame),
    duration: String(job.seconds),
    generate_audio: job.audio,
    // An element needs a front view and one to three other views. A caller's reference has only one
    // image, so the image is sent as both; not verified with fal, 2026-11-21.
    ...(job.references.length > 0 && {
      elements: job.references.map(({ image }) => ({
        frontal_image_url: address(image),
        reference_image_urls: [address(image)],
      })),
    }),
  }),
};

const motionControl: Family = {
  takesMotion: true,
  input: (job, prompt, _resolution, address) => ({
    prompt,
    image_url: address(job.firstFrame),
    ...(job.motion !== null && {
      video_url: address(job.motion.clip),
      character_orientation: job.motion.orientation,
    }),
    keep_original_sound: job.audio,
  }),
};

const veo: Family = {
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

const wan: Family = {
  input: (job, prompt, resolution, address) => ({
    prompt,
    image_url: address(job.firstFrame),
    duration: String(job.seconds),
    resolution,
    ...(job.narration !== null && { audio_url: address(job.narration) }),
    seed: job.seed,
  }),
};

const minimax: Family = {
  // fal writes 480P, 2K and 4K.
  spellResolution: (resolution) => resolution.toUpperCase(),
  input: (job, prompt, resolution, address) => ({
    prompt,
    image_url: address(job.firstFrame),
    duration: job.seconds,
    resolution,
  }),
};

const omni: Family = {
  input: (job, prompt, resolution, address) => ({
    prompt,
    image_url: address(job.firstFrame),
    duration: job.seconds,
    resolution,
    aspect_ratio: job.aspectRatio,
  }),
};

export const FAMILIES: Readonly<Record<FalFamily, Family>> = {
  'gemini-omni': omni,
  kling,
  minimax,
  'motion-control': motionControl,
  seedance,
  veo,
  wan,
};
