import { findCatalogueSource, type CatalogueSource, type ModelSource } from './model-source.js';
import type { VideoModel } from './video-model.js';
import { KLING } from './video-models/kling.js';
import { OTHERS } from './video-models/others.js';
import { SEEDANCE } from './video-models/seedance.js';
import { VEO } from './video-models/veo.js';

/**
 * The eleven video models. Their options come from the upstreams' documentation; each source lists
 * its restrictions. The values are from the vendors' pages in autumn 2026; the options of
 * `seedance-2.5` are from the specification. To add a model, add a row.
 */
export const VIDEO_MODELS: readonly VideoModel[] = [...SEEDANCE, ...KLING, ...OTHERS, ...VEO];

/** Returns the model with an id, or null. */
export const findVideoModel = (id: string): VideoModel | null =>
  VIDEO_MODELS.find((model) => model.id === id) ?? null;

/** Whether a source accepts narration audio. The renderer always does. */
export const canHearNarration = (model: VideoModel, source: ModelSource): boolean =>
  source.provider === 'local' || (findCatalogueSource(model.sources, source)?.narration ?? false);

/**
 * Reduces a model to the options that the configured providers offer. Without a real provider, the
 * built-in renderer offers everything.
 */
export function narrowToOffered(
  model: VideoModel,
  isEnabled: (source: CatalogueSource) => boolean,
): VideoModel {
  const sources = model.sources.filter(isEnabled);
  if (sources.length === 0) return model;
  const left = (all: readonly string[], of: 'resolutions' | 'durations') =>
    all.filter((one) => sources.some((source) => source[of]?.includes(one) ?? true));
  const resolutions = left(model.resolutions, 'resolutions');
  const durations = left(model.durations, 'durations');
  const { defaults } = model;
  const keepOffered = <T extends string | null>(wanted: T, offered: readonly string[]) =>
    wanted === null || offered.includes(wanted) ? wanted : ((offered[0] ?? wanted) as T);
  return {
    ...model,
    resolutions,
    durations,
    defaults: {
      ...defaults,
      resolution: keepOffered(defaults.resolution, resolutions),
      duration: keepOffered(defaults.duration, durations),
    },
  };
}
