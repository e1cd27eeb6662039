/** Defaults shared by most video models; a row overrides them. */
export const COMMON = {
  audio: 'optional',
  requiresMotionVideo: false,
  promptMax: 5_000,
  upstreamPromptMax: null,
  references: 'instead_of_frame',
} as const;

export const DEFAULTS = {
  duration: '8',
  resolution: '720p',
  aspectRatio: '9:16',
  audio: true,
} as const;

export const ALL_RATIOS = ['9:16', '16:9', '1:1', '4:3', '3:4', '21:9', 'adaptive'];

/** Lists whole seconds as text, including both ends. */
export const listSeconds = (from: number, to: number): string[] =>
  Array.from({ length: to - from + 1 }, (_, index) => String(from + index));
