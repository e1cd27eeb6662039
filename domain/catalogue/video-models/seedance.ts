import type { VideoModel } from '../video-model.js';
import { ALL_RATIOS, COMMON, DEFAULTS, listSeconds } from './common.js';
import { fal, kie, openRouter, own, SEED } from './sources.js';

/** ByteDance Seedance; 2.5 is exactly as in the specification. */
export const SEEDANCE: readonly VideoModel[] = [
  {
    ...COMMON,
    id: 'seedance-2.5',
    name: 'Seedance 2.5',
    durations: ['4', '8', '12'],
    resolutions: ['480p', '720p', '1080p'],
    aspectRatios: ALL_RATIOS,
    defaults: DEFAULTS,
    referenceImagesMax: 8,
    // fal's prices; for 1080p the higher of two prices (unverified, 2026-11-21).
    usdPerSecond: { '480p': 0.2205, '720p': 0.473, '1080p': 1.16 },
    sources: [
      own('seedance-2.5'),
      fal('bytedance/seedance-2.5/image-to-video', { family: 'seedance' }, SEED),
      kie('bytedance/seedance-2-5', { family: 'seedance', promptMax: 30_000 }),
      openRouter('bytedance/seedance-2.5', {}, { ...SEED, resolutions: ['480p', '720p'] }),
    ],
  },
  {
    ...COMMON,
    id: 'seedance-2.0',
    name: 'Seedance 2.0',
    durations: listSeconds(4, 15),
    resolutions: ['480p', '720p', '1080p', '4k'],
    aspectRatios: ALL_RATIOS,
    defaults: DEFAULTS,
    promptMax: 20_000,
    // The upstream accepts nine; a request can have eight.
    referenceImagesMax: 8,
    // 720p and 1080p are documented; the other prices are scaled by pixels.
    usdPerSecond: { '480p': 0.1345, '720p': 0.3024, '1080p': 0.682, '4k': 2.728 },
    sources: [
      own('seedance-2.0'),
      fal('bytedance/seedance-2.0/image-to-video', { family: 'seedance' }, SEED),
      kie('bytedance/seedance-2', { family: 'seedance', promptMax: 20_000 }),
      openRouter('bytedance/seedance-2.0', { promptMax: 20_000 }, SEED),
    ],
  },
  {
    ...COMMON,
    id: 'seedance-2.0-mini',
    name: 'Seedance 2.0 mini',
    durations: listSeconds(4, 15),
    resolutions: ['480p', '720p'],
    aspectRatios: ALL_RATIOS,
    defaults: DEFAULTS,
    promptMax: 20_000,
    referenceImagesMax: 8,
    usdPerSecond: { '480p': 0.0721, '720p': 0.1547 },
    sources: [
      own('seedance-2.0-mini'),
      fal('bytedance/seedance-2.0/mini/image-to-video', { family: 'seedance' }, SEED),
      kie('bytedance/seedance-2-mini', { family: 'seedance', promptMax: 20_000 }),
      openRouter('bytedance/seedance-2.0-mini', { promptMax: 20_000 }, SEED),
    ],
  },
];
