import { IMAGE_ROUTES } from '../catalogue/image-model.js';
import { routesFor, type ModelRoute } from '../catalogue/model-route.js';
import type { VideoModel } from '../catalogue/video-model.js';
import { healthiestFirst } from './provider-health.js';
import type { VideoRequest } from '../contract/video.js';
import type { OrderDeps } from './order.js';
import { enabledIn } from './order.js';

/** Who will be asked for a video, and for its first frame unless one was given. */
export async function routesOfVideo(
  deps: OrderDeps,
  model: VideoModel,
  request: VideoRequest,
  frameResolution: string,
): Promise<{ routes: ModelRoute[]; firstFrame: ModelRoute[] | null }> {
  const { providerOrder: order } = deps.env;
  const isEnabled = enabledIn(deps);
  const needs = {
    resolution: request.resolution,
    duration: model.requiresMotionVideo ? null : request.duration,
  };
  const routes = routesFor(model.routes, needs, order, isEnabled);
  const frame = { resolution: frameResolution, duration: null };
  return {
    routes: await healthiestFirst(deps.db, routes),
    firstFrame: request.has_start_frame
      ? null
      : await healthiestFirst(deps.db, routesFor(IMAGE_ROUTES, frame, order, isEnabled)),
  };
}
