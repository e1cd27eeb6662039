import { foldSeed } from '../../../domain/catalogue/seed.js';
import type { VideoEndpoint } from './endpoint.js';
import { KLING, MOTION_CONTROL } from './kling.js';

/** Kie has no 4:3 and 3:4, unlike the vendor itself. `auto` uses the ratio of the first frame. */
const GROK_RATIOS: readonly string[] = ['1:1', '16:9', '9:16', '3:2', '2:3'];

const seedance = (promptMax: number): VideoEndpoint => ({
  api: 'jobs',
  promptMax,
  fields: (job, frame) => ({
    first_frame_url: frame,
    generate_audio: job.audio,
    resolution: job.resolution,
    aspect_ratio: job.aspectRatio,
    duration: job.seconds,
  }),
});

const veo: VideoEndpoint = {
  api: 'veo',
  promptMax: null,
  fields: (job, frame) => ({
    imageUrls: [frame],
    // References cannot be combined with a first frame, and exist only for veo3_fast and 8 seconds.
    generationType: 'FIRST_AND_LAST_FRAMES_2_VIDEO',
    aspect_ratio: job.aspectRatio,
    resolution: job.resolution,
    duration: job.seconds,
    // Kie's page names both true and false as the default (2026-11-21). Our prompt is sent as
    // written.
    enableTranslation: false,
    // A seed has five digits. No other endpoint of this table accepts one.
    seeds: foldSeed(job.seed, 10_000, 99_999),
  }),
};

/**
 * Endpoints by Kie's name of the model. Fields: docs.kie.ai/market/<vendor>/<model>, second-hand,
 * 2026-11-21.
 */
export const VIDEOS: Readonly<Record<string, VideoEndpoint>> = {
  'bytedance/seedance-2-5': seedance(30_000),
  'bytedance/seedance-2': seedance(20_000),
  'bytedance/seedance-2-mini': seedance(20_000),
  'kling-3.0/video': KLING,
  'kling-3.0/motion-control': MOTION_CONTROL,
  'wan/2-6-image-to-video': {
    api: 'jobs',
    promptMax: 5_000,
    fields: (job, frame) => ({
      image_urls: [frame],
      duration: String(job.seconds),
      resolution: job.resolution,
      multi_shots: false,
    }),
  },
  'minimax-h3/image-to-video': {
    api: 'jobs',
    promptMax: 7_000,
    fields: (job, frame) => ({
      first_frame_url: frame,
      duration: job.seconds,
      resolution: job.resolution === '768p' ? '768P' : job.resolution,
    }),
  },
  'google/gemini-omni-flash-1-1': {
    api: 'jobs',
    promptMax: 20_000,
    fields: (job, frame) => ({
      first_frame_url: frame,
      duration: String(job.seconds),
      aspect_ratio: job.aspectRatio,
      resolution: job.resolution,
    }),
  },
  'grok-imagine-video-1-5-preview': {
    api: 'jobs',
    promptMax: 4_096,
    fields: (job, frame) => ({
      image_urls: [frame],
      aspect_ratio: GROK_RATIOS.includes(job.aspectRatio) ? job.aspectRatio : 'auto',
      resolution: job.resolution,
      duration: job.seconds,
    }),
  },
  veo3: veo,
  veo3_fast: veo,
};
