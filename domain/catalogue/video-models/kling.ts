import type { VideoModel } from '../video-model.js';
import { COMMON, DEFAULTS, listSeconds } from './common.js';
import { fal, FOLLOWS_FRAME, kie, openRouter, own } from './sources.js';

/** Prompt limit at every upstream. */
const PROMPT = { promptMax: 2_500 } as const;
const CLIP = { family: 'kling', ...PROMPT } as const;
const MOTION = { family: 'motion-control', ...PROMPT } as const;

/** Kuaishou's Kling models. */
export const KLING: readonly VideoModel[] = [
  {
    ...COMMON,
    id: 'kling-3.0',
    name: 'Kling 3.0',
    durations: listSeconds(3, 15),
    // 720p is the vendor's "standard" mode, 1080p its "pro" mode.
    resolutions: ['720p', '1080p', '4k'],
    aspectRatios: ['9:16', '16:9', '1:1'],
    defaults: DEFAULTS,
    // The upstream limit is 2,500, minus space for tags that become longer when they are rewritten.
    upstreamPromptMax: 2_400,
    // The upstream accepts three elements in addition to the first frame.
    referenceImagesMax: 3,
    references: 'beside_frame',
    usdPerSecond: { '720p': 0.126, '1080p': 0.168, '4k': 0.42 },
    sources: [
      own('kling-3.0'),
      fal('fal-ai/kling-video/v3/standard/image-to-video', CLIP, {
        ...FOLLOWS_FRAME,
        resolutions: ['720p'],
      }),
      fal('fal-ai/kling-video/v3/pro/image-to-video', CLIP, {
        ...FOLLOWS_FRAME,
        resolutions: ['1080p'],
      }),
      kie('kling-3.0/video', CLIP, FOLLOWS_FRAME),
      openRouter(
        'kwaivgi/kling-v3.0-std',
        { ...PROMPT, isResolutionInName: true },
        { resolutions: ['720p'], referenceImages: 0 },
      ),
      // This is the `std` mode. `pro` is listed with 720p (second-hand, 2026-11-21), although Kling
      // generates 1080p with it: no source until that is clear.
    ],
  },
  {
    ...COMMON,
    id: 'kling-3.0-motion-control',
    name: 'Kling 3.0 Motion Control',
    durations: [],
    resolutions: ['720p', '1080p'],
    // The image determines the ratio.
    aspectRatios: ['adaptive'],
    defaults: { duration: null, resolution: '720p', aspectRatio: 'adaptive', audio: true },
    requiresMotionVideo: true,
    // The upstream limit is 2,500, minus space for tags that become longer when they are rewritten.
    upstreamPromptMax: 2_400,
    referenceImagesMax: 0,
    // Kie charges 20 and 27 credits of 0.005 USD per second.
    usdPerSecond: { '720p': 0.1, '1080p': 0.135 },
    sources: [
      own('kling-3.0-motion-control'),
      fal('fal-ai/kling-video/v3/standard/motion-control', MOTION, { resolutions: ['720p'] }),
      fal('fal-ai/kling-video/v3/pro/motion-control', MOTION, { resolutions: ['1080p'] }),
      kie('kling-3.0/motion-control', MOTION),
    ],
  },
];
