import type { KieFamily } from '../../../domain/catalogue/video-source.js';
import type { Family } from './family.js';
import { KLING, MOTION_CONTROL } from './kling.js';

const SEED_MIN = 10_000;
const SEED_MAX = 99_999;

/**
 * Folds a seed into Veo's range of five digits. Different seeds can become equal, but equal seeds
 * stay equal.
 */
const foldSeed = (seed: number): number => SEED_MIN + (seed % (SEED_MAX - SEED_MIN + 1));

const seedance: Family = {
  api: 'jobs',
  fields: (job, frame) => ({
    first_frame_url: frame,
    generate_audio: job.audio,
    resolution: job.resolution,
    aspect_ratio: job.aspectRatio,
    duration: job.seconds,
  }),
};

const veo: Family = {
  api: 'veo',
  fields: (job, frame) => ({
    imageUrls: [frame],
    // References cannot be combined with a first frame, and exist only for veo3_fast and 8 seconds.
    generationType: 'FIRST_AND_LAST_FRAMES_2_VIDEO',
    aspect_ratio: job.aspectRatio,
    resolution: job.resolution,
    duration: job.seconds,
    // Kie's page names both true and false as the default (2026-11-21). Our prompt must be sent as
    // written.
    enableTranslation: false,
    // No other family accepts a seed.
    seeds: foldSeed(job.seed),
  }),
};

/** Kie's model families. */
export const FAMILIES: Readonly<Record<KieFamily, Family>> = {
  seedance,
  kling: KLING,
  'motion-control': MOTION_CONTROL,
  wan: {
    api: 'jobs',
    fields: (job, frame) => ({
      image_urls: [frame],
      duration: String(job.seconds),
      resolution: job.resolution,
      multi_shots: false,
    }),
  },
  minimax: {
    api: 'jobs',
    fields: (job, frame) => ({
      first_frame_url: frame,
      duration: job.seconds,
      resolution: job.resolution === '768p' ? '768P' : job.resolution,
    }),
  },
  'gemini-omni': {
    api: 'jobs',
    fields: (job, frame) => ({
      first_frame_url: frame,
      duration: String(job.seconds),
      aspect_ratio: job.aspectRatio,
      resolution: job.resolution,
    }),
  },
  grok: {
    api: 'jobs',
    fields: (job, frame, _more, ratios) => ({
      image_urls: [frame],
      // `auto` uses the first frame's ratio.
      aspect_ratio: ratios.includes(job.aspectRatio) ? job.aspectRatio : 'auto',
      resolution: job.resolution,
      duration: job.seconds,
    }),
  },
  veo,
};
