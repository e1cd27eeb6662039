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

/** For a source without a ratio option: the clip follows its first frame. */
export const FOLLOWS_FRAME = { ratios: [] } as const;
export const SEED = { seed: true } as const;

const comfyui = createSourceFactory('comfyui');
/** A self-hosted server serves a model if it has a workflow of that name. */
export const own = (upstreamModel: string, limits: SourceLimits = {}) =>
  comfyui(upstreamModel, null, { ...SEED, ...limits });

/**
 * Endpoints of fal. Fields, types and enumerations: the model pages
 * fal.ai/models/<endpoint>/llms.txt and the types of @fal-ai/client 1.10.1 (Kling, Veo up to 1080p,
 * Wan), both of autumn 2026. Seedance 2.x, H3 and Omni are not in those types: model pages as quoted
 * by third parties, 2026-11-21.
 */
export const fal = createSourceFactory('fal');
/** Models of Kie: docs.kie.ai/market/<vendor>/<model>, second-hand, 2026-11-21. */
export const kie = createSourceFactory('kie');
/**
 * Models of OpenRouter. The values come from `GET /videos/models` as recorded by third parties
 * between August and October 2026, the names from the types of @openrouter/sdk 1.3.19; not verified
 * against the service (2026-11-21).
 */
export const openRouter = createSourceFactory('openrouter');
