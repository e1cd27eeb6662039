import type { CatalogueSource } from '../model-source.js';

type Only = Omit<CatalogueSource, 'provider' | 'upstreamModel'>;

const of =
  (provider: string, always: Only = {}) =>
  (upstreamModel: string, only: Only = {}): CatalogueSource => ({
    provider,
    upstreamModel,
    ...always,
    ...only,
  });

/** For a source without a ratio option: the clip follows its first frame. */
export const FOLLOWS_FRAME = { ratios: [] } as const;
export const SEED = { seed: true } as const;

/** A self-hosted server serves a model if it has a workflow of that name. */
export const own = of('comfyui', SEED);
export const fal = of('fal');
export const kie = of('kie');
export const openRouter = of('openrouter');
