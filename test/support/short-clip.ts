/** Cheapest clip: one second, in the smallest size that any model offers. */
export const SHORT_CLIP = {
  model: 'grok-imagine-1.5',
  duration: '1',
  resolution: '480p',
  aspect_ratio: '1:1',
  audio: false,
} as const;
