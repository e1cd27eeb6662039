import type { CatalogueRoute } from '../model-route.js';

type Only = Pick<CatalogueRoute, 'resolutions' | 'durations' | 'narration'>;

const of =
  (provider: string) =>
  (upstreamModel: string, only: Only = {}): CatalogueRoute => ({
    provider,
    upstreamModel,
    ...only,
  });

/** A self-hosted server serves a model for which it has a workflow of that name. */
export const own = of('comfyui');
export const fal = of('fal');
export const kie = of('kie');
export const openRouter = of('openrouter');
