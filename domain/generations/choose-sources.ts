import { IMAGE_SOURCES } from '../catalogue/image-model.js';
import { findSources, type ModelSource } from '../catalogue/model-source.js';
import type { VideoModel } from '../catalogue/video-model.js';
import { sortByHealth } from './provider-health.js';
import type { VideoRequest } from '../contract/video.js';
import type { PricingDeps } from './priced-request.js';
import { createSourceFilter } from './priced-request.js';

/** Sources of a clip and of its first frame, which is null if the request contains one. */
export interface ChosenSources {
  readonly sources: readonly ModelSource[];
  readonly firstFrame: readonly ModelSource[] | null;
}

/**
 * Chooses the model sources for a video, and for its first frame unless the request contains one.
 */
export async function chooseVideoSources(
  deps: PricingDeps,
  model: VideoModel,
  request: VideoRequest,
  frameResolution: string,
): Promise<ChosenSources> {
  const { providerOrder: order } = deps.env;
  const isEnabled = createSourceFilter(deps);
  const needs = {
    resolution: request.resolution,
    duration: model.requiresMotionVideo ? null : request.duration,
  };
  const sources = findSources(model.sources, needs, order, isEnabled);
  const frame = { resolution: frameResolution, duration: null };
  return {
    sources: await sortByHealth(deps, sources),
    firstFrame: request.has_start_frame
      ? null
      : await sortByHealth(deps, findSources(IMAGE_SOURCES, frame, order, isEnabled)),
  };
}
