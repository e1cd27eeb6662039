import type { CatalogueSource } from '../model-source.js';

type SourceLimits = Omit<CatalogueSource, 'provider' | 'upstreamModel'>;

const createSourceFactory =
  (provider: string, always: SourceLimits = {}) =>
  (upstreamModel: string, only: SourceLimits = {}): CatalogueSource => ({
    provider,
    upstreamModel,
    ...always,
    ...only,
  });

/** For a source without a ratio option: the clip follows its first frame. */
export const FOLLOWS_FRAME = { ratios: [] } as const;
export const SEED = { seed: true } as const;

/** A self-hosted server serves a model if it has a workflow of that name. */
export const own = createSourceFactory('comfyui', SEED);
export const fal = createSourceFactory('fal');
export const kie = createSourceFactory('kie');
export const openRouter = createSourceFactory('openrouter');
