import type { VideoModel } from '../video-model.js';
import { COMMON, DEFAULTS } from './common.js';
import { fal, kie, openRouter, own, SEED } from './sources.js';

/**
 * Veo models. The ids are ours; upstream they are Veo 3.1, the successor of the discontinued 3.0.
 */
export const VEO: readonly VideoModel[] = [
  {
    ...COMMON,
    id: 'veo-3',
    name: 'Veo 3',
    durations: ['4', '6', '8'],
    resolutions: ['720p', '1080p', '4k'],
    aspectRatios: ['9:16', '16:9'],
    defaults: DEFAULTS,
    referenceImagesMax: 3,
    usdPerSecond: { '720p': 0.4, '1080p': 0.4, '4k': 0.6 },
    sources: [
      own('veo-3'),
      // 4k is in fal's price list, but not in its client's types, so it is unproven (decision
      // 0041).
      fal('fal-ai/veo3.1/image-to-video', { family: 'veo' }, SEED),
      kie('veo3', { family: 'veo' }, SEED),
      openRouter('google/veo-3.1', {}, SEED),
    ],
  },
  {
    ...COMMON,
    id: 'veo-3-fast',
    name: 'Veo 3 Fast',
    durations: ['4', '6', '8'],
    resolutions: ['720p', '1080p', '4k'],
    aspectRatios: ['9:16', '16:9'],
    defaults: DEFAULTS,
    referenceImagesMax: 3,
    // The higher of two documented prices.
    usdPerSecond: { '720p': 0.15, '1080p': 0.15, '4k': 0.35 },
    sources: [
      own('veo-3-fast'),
      fal('fal-ai/veo3.1/fast/image-to-video', { family: 'veo' }, SEED),
      kie('veo3_fast', { family: 'veo' }, SEED),
      openRouter('google/veo-3.1-fast', {}, SEED),
    ],
  },
];
