import type { VideoModel } from '../video-model.js';
import { ALL_RATIOS, COMMON, DEFAULTS, listSeconds } from './common.js';
import { fal, FOLLOWS_FRAME, kie, openRouter, own, SEED } from './sources.js';

/** Models of vendors with one model each: Wan, MiniMax, Gemini Omni, Grok Imagine. */
export const OTHERS: readonly VideoModel[] = [
  {
    ...COMMON,
    id: 'wan-2.6',
    name: 'Wan 2.6',
    durations: ['5', '10', '15'],
    resolutions: ['720p', '1080p'],
    aspectRatios: ['9:16', '16:9', '1:1', '4:3', '3:4'],
    defaults: { ...DEFAULTS, duration: '5' },
    upstreamPromptMax: 800,
    referenceImagesMax: 0,
    usdPerSecond: { '720p': 0.1, '1080p': 0.15 },
    sources: [
      own('wan-2.6', { narration: true }),
      fal(
        'wan/v2.6/image-to-video',
        { family: 'wan', promptMax: 800 },
        { ...FOLLOWS_FRAME, ...SEED, narration: true },
      ),
      kie('wan/2-6-image-to-video', { family: 'wan', promptMax: 5_000 }, FOLLOWS_FRAME),
      openRouter(
        'alibaba/wan-2.6',
        { promptMax: 800 },
        {
          ...SEED,
          durations: ['5', '10'],
          ratios: ['16:9', '9:16'],
        },
      ),
    ],
  },
  {
    ...COMMON,
    id: 'minimax-h3',
    name: 'MiniMax H3',
    durations: listSeconds(5, 15),
    resolutions: ['480p', '768p', '2K', '4k'],
    aspectRatios: ALL_RATIOS,
    audio: 'always',
    defaults: { ...DEFAULTS, resolution: '2K' },
    referenceImagesMax: 8,
    usdPerSecond: { '480p': 0.05, '768p': 0.06, '2K': 0.13, '4k': 0.16 },
    sources: [
      own('minimax-h3'),
      fal('minimax/h3/image-to-video', { family: 'minimax', promptMax: 7_000 }, FOLLOWS_FRAME),
      kie(
        'minimax-h3/image-to-video',
        { family: 'minimax', promptMax: 7_000 },
        { ...FOLLOWS_FRAME, resolutions: ['768p', '2K'] },
      ),
      // OpenRouter's SDK types have had 768p since October 2026; older records list only 2K.
      openRouter('minimax/hailuo-3', { promptMax: 7_000 }, { resolutions: ['2K'] }),
    ],
  },
  {
    ...COMMON,
    id: 'gemini-omni',
    name: 'Gemini Omni',
    durations: listSeconds(3, 10),
    resolutions: ['360p', '720p', '1080p', '4k'],
    aspectRatios: ['9:16', '16:9'],
    audio: 'always',
    defaults: DEFAULTS,
    // The upstream accepts ten; a request can have eight.
    referenceImagesMax: 8,
    usdPerSecond: { '360p': 0.03, '720p': 0.1, '1080p': 0.15, '4k': 0.3 },
    sources: [
      own('gemini-omni'),
      fal('google/gemini-omni-flash/v1.1/image-to-video', { family: 'gemini-omni' }),
      kie(
        'google/gemini-omni-flash-1-1',
        { family: 'gemini-omni', promptMax: 20_000 },
        { durations: ['4', '6', '8', '10'] },
      ),
    ],
  },
  {
    ...COMMON,
    id: 'grok-imagine-1.5',
    name: 'Grok Imagine 1.5',
    durations: listSeconds(1, 15),
    resolutions: ['480p', '720p', '1080p'],
    aspectRatios: ['9:16', '16:9', '1:1', '4:3', '3:4', '3:2', '2:3'],
    audio: 'always',
    defaults: DEFAULTS,
    upstreamPromptMax: 4_096,
    referenceImagesMax: 7,
    usdPerSecond: { '480p': 0.08, '720p': 0.14, '1080p': 0.25 },
    sources: [
      own('grok-imagine-1.5'),
      // Kie does not offer 4:3 and 3:4, although the vendor itself does.
      kie(
        'grok-imagine-video-1-5-preview',
        { family: 'grok', promptMax: 4_096 },
        { ratios: ['1:1', '16:9', '9:16', '3:2', '2:3'] },
      ),
      openRouter('x-ai/grok-imagine-video-1.5', { promptMax: 4_096 }),
    ],
  },
];
