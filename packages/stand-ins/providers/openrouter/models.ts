import type { Reply } from '../loopback.js';

/** One model's entry in `GET /videos/models`. */
export interface ListedModel {
  readonly supported_resolutions: readonly string[];
  readonly supported_aspect_ratios: readonly string[];
  readonly supported_durations: readonly number[];
  readonly supported_frame_images: readonly string[];
  /** True if the sound is optional. */
  readonly generate_audio: boolean;
  /** Null if the list does not say whether the model supports a seed. */
  readonly seed: true | null;
  /** The underlying model's limit, which is not in the list. */
  readonly promptMax: number;
}

const listSeconds = (from: number, to: number): number[] =>
  Array.from({ length: to - from + 1 }, (_, index) => from + index);

const WIDE = ['21:9', '16:9', '4:3', '1:1', '3:4', '9:16'];
const BOTH = ['first_frame', 'last_frame'];

const KLING: ListedModel = {
  // Both model names support only this resolution.
  supported_resolutions: ['720p'],
  supported_aspect_ratios: ['16:9', '9:16', '1:1'],
  supported_durations: listSeconds(3, 15),
  supported_frame_images: BOTH,
  generate_audio: true,
  seed: null,
  promptMax: 2_500,
};

const SEEDANCE: ListedModel = {
  supported_resolutions: ['480p', '720p'],
  supported_aspect_ratios: [...WIDE, '9:21'],
  supported_durations: listSeconds(4, 15),
  supported_frame_images: BOTH,
  generate_audio: true,
  seed: true,
  promptMax: 20_000,
};

const VEO: ListedModel = {
  supported_resolutions: ['720p', '1080p', '4K'],
  supported_aspect_ratios: ['16:9', '9:16'],
  supported_durations: [4, 6, 8],
  supported_frame_images: BOTH,
  generate_audio: true,
  seed: true,
  promptMax: 20_000,
};

/**
 * Models as recorded by third parties between August and October 2026; nothing here is copied from
 * the adapter.
 */
export const LISTED: Readonly<Record<string, ListedModel>> = {
  'bytedance/seedance-2.5': {
    ...SEEDANCE,
    supported_aspect_ratios: WIDE,
    supported_durations: listSeconds(4, 30),
  },
  'bytedance/seedance-2.0': {
    ...SEEDANCE,
    supported_resolutions: ['480p', '720p', '1080p', '4K'],
  },
  'bytedance/seedance-2.0-mini': SEEDANCE,
  'kwaivgi/kling-v3.0-std': KLING,
  'alibaba/wan-2.6': {
    supported_resolutions: ['720p', '1080p'],
    supported_aspect_ratios: ['16:9', '9:16'],
    supported_durations: [5, 10],
    supported_frame_images: ['first_frame'],
    generate_audio: true,
    seed: true,
    promptMax: 1_500,
  },
  'minimax/hailuo-3': {
    supported_resolutions: ['768p', '2K'],
    supported_aspect_ratios: WIDE,
    supported_durations: listSeconds(5, 15),
    supported_frame_images: BOTH,
    generate_audio: false,
    seed: null,
    promptMax: 7_000,
  },
  'x-ai/grok-imagine-video-1.5': {
    supported_resolutions: ['480p', '720p', '1080p'],
    supported_aspect_ratios: ['16:9', '9:16', '1:1', '4:3', '3:4', '3:2', '2:3'],
    supported_durations: listSeconds(1, 15),
    supported_frame_images: ['first_frame'],
    generate_audio: false,
    seed: null,
    promptMax: 4_096,
  },
  'google/veo-3.1': VEO,
  'google/veo-3.1-fast': VEO,
};

/** Builds the answer to `GET /videos/models`, with every field that @openrouter/sdk requires. */
export function listModels(): Reply {
  const data = Object.entries(LISTED).map(([id, { promptMax, ...model }]) => ({
    id,
    canonical_slug: id,
    name: id,
    description: `Takes prompts of ${promptMax} characters.`,
    created: 1_763_730_000,
    hugging_face_id: null,
    ...model,
    supported_sizes: null,
    pricing_skus: { per_second: '0.1' },
    allowed_passthrough_parameters: [],
    creativity: null,
    upscale_factor: null,
  }));
  return { status: 200, json: { data } };
}
