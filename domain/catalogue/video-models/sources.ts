import type { CatalogueSource } from '../model-source.js';
import type { SourceAt, VendorOrders, VideoProvider } from '../video-source.js';

type SourceLimits = Omit<CatalogueSource, 'provider' | 'upstreamModel'>;

const createSourceFactory =
  <Provider extends VideoProvider>(provider: Provider) =>
  (
    upstreamModel: string,
    order: VendorOrders[Provider],
    limits: SourceLimits = {},
  ): SourceAt<Provider> => ({ provider, upstreamModel, order, ...limits });

/** For a source without a ratio option: the clip has its first frame's ratio. */
export const FOLLOWS_FRAME = { ratios: [] } as const;
export const SEED = { seed: true } as const;

const comfyui = createSourceFactory('comfyui');
/**
 * Creates a source on a self-hosted server, which serves a model if it has a workflow of that name.
 */
export const own = (upstreamModel: string, limits: SourceLimits = {}) =>
  comfyui(upstreamModel, null, { ...SEED, ...limits });

/**
 * Creates a source at fal. Fields, types and enumerations come from the model pages
 * fal.ai/models/<endpoint>/llms.txt and the types of @fal-ai/client 1.10.1 (Kling, Veo up to 1080p,
 * Wan), both from autumn 2026. Seedance 2.x, H3 and Omni are not in those types: their values come
 * from model pages as quoted by third parties, 2026-11-21.
 */
export const fal = createSourceFactory('fal');
/** Creates a source at Kie: docs.kie.ai/market/<vendor>/<model>, second-hand, 2026-11-21. */
export const kie = createSourceFactory('kie');
/**
 * Creates a source at OpenRouter. The values come from `GET /videos/models` as recorded by third
 * parties between August and October 2026, the names from the types of @openrouter/sdk 1.3.19; not
 * verified against the service (2026-11-21).
 */
export const openRouter = createSourceFactory('openrouter');
