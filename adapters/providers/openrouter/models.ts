/** One model of OpenRouter, and the parameters that it accepts besides prompt and first frame. */
export interface RouterModel {
  /** Our name and theirs for each resolution; null if the model's name contains it. */
  readonly resolutions: Readonly<Record<string, string | null>>;
  /** Other ratios are not sent: the clip then has the ratio of the first frame. */
  readonly ratios: readonly string[];
  /** Whether audio can be switched off; other models always generate it. */
  readonly hasAudioFlag: boolean;
  /** Whether the model accepts a seed. If unknown, we send none: it could be refused. */
  readonly hasSeed: boolean;
  /** Limit of a prompt in characters; null if not documented. */
  readonly promptMax: number | null;
}

const SEEDANCE: RouterModel = {
  resolutions: { '480p': '480p', '720p': '720p' },
  ratios: ['21:9', '16:9', '4:3', '1:1', '3:4', '9:16'],
  hasAudioFlag: true,
  hasSeed: true,
  promptMax: 20_000,
};

/** The `std` mode. We do not offer `pro`: Kling makes 1080p with it, but OpenRouter lists 720p. */
const KLING: RouterModel = {
  resolutions: { '720p': null },
  ratios: ['16:9', '9:16', '1:1'],
  hasAudioFlag: true,
  hasSeed: false,
  promptMax: 2_500,
};

const VEO: RouterModel = {
  resolutions: { '720p': '720p', '1080p': '1080p', '4k': '4K' },
  ratios: ['16:9', '9:16'],
  hasAudioFlag: true,
  hasSeed: true,
  promptMax: null,
};

/**
 * Models by OpenRouter's name. The values come from `GET /videos/models` as recorded by third
 * parties between August and October 2026, the names from the types of @openrouter/sdk 1.3.19; not
 * verified against the service (2026-11-21).
 */
export const MODELS: ReadonlyMap<string, RouterModel> = new Map([
  ['bytedance/seedance-2.5', { ...SEEDANCE, promptMax: null }],
  [
    'bytedance/seedance-2.0',
    { ...SEEDANCE, resolutions: { ...SEEDANCE.resolutions, '1080p': '1080p', '4k': '4K' } },
  ],
  ['bytedance/seedance-2.0-mini', SEEDANCE],
  ['kwaivgi/kling-v3.0-std', KLING],
  [
    'alibaba/wan-2.6',
    {
      resolutions: { '720p': '720p', '1080p': '1080p' },
      ratios: ['16:9', '9:16'],
      hasAudioFlag: true,
      hasSeed: true,
      promptMax: 800,
    },
  ],
  [
    'minimax/hailuo-3',
    {
      // The types include 768p since October 2026; older records list only 2K.
      resolutions: { '768p': '768p', '2K': '2K' },
      ratios: ['21:9', '16:9', '4:3', '1:1', '3:4', '9:16'],
      hasAudioFlag: false,
      hasSeed: false,
      promptMax: 7_000,
    },
  ],
  [
    'x-ai/grok-imagine-video-1.5',
    {
      resolutions: { '480p': '480p', '720p': '720p', '1080p': '1080p' },
      ratios: ['16:9', '9:16', '1:1', '4:3', '3:4', '3:2', '2:3'],
      hasAudioFlag: false,
      hasSeed: false,
      promptMax: 4_096,
    },
  ],
  ['google/veo-3.1', VEO],
  ['google/veo-3.1-fast', VEO],
]);
