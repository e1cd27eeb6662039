/** The vendors' URLs. Operators change one only to use a proxy. */
export const ADDRESSES = {
  fal: 'https://queue.fal.run',
  falFiles: 'https://rest.fal.ai',
  kie: 'https://api.kie.ai',
  kieFiles: 'https://kieai.redpandaai.co',
  /** The URL includes the API version. */
  openRouter: 'https://openrouter.ai/api/v1',
} as const;
