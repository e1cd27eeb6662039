import { IMAGE_MODEL_ID, IMAGE_ROUTES } from '../../domain/catalogue/image-model.js';
import { routesFor } from '../../domain/catalogue/model-route.js';
import { imageCredits } from '../../domain/catalogue/price.js';
import { wantsAnalysisFailure } from '../../domain/catalogue/simulate.js';
import type { Caller } from '../../domain/commands/authenticate.js';
import { healthiestFirst } from '../../domain/commands/provider-health.js';
import { parseFields } from '../../domain/commands/resolve-media.js';
import {
  summariseImage,
  type CreateImageBody,
  type ImageRequest,
} from '../../domain/contract/image.js';
import type { Deps } from '../../runtime/deps.js';
import type { AnalysisStage } from '../../workflows/names.js';
import { mediaFields } from './media-fields.js';
import { checkNamed, enabledIn, writersOf, type Checked, type Order } from './order.js';

/**
 * Checks an image request and prices it, so that quote and charge cannot differ (design §5).
 * @throws {Refusal} VALIDATION_ERROR, NOT_FOUND, CONTENT_BLOCKED
 */
export async function orderImage(
  body: CreateImageBody,
  caller: Caller,
  deps: Deps,
): Promise<Checked & { order: Order }> {
  const singles = [
    ['scene_image', 'scene', body.scene_image],
    ['character_image', 'character', body.character_image],
  ] as const;
  const fields = parseFields(
    mediaFields(singles, body.reference_images ?? []),
    deps.env.mediaBaseUrl,
  );
  const request = summariseImage(body);
  const subjects = await checkNamed(deps, caller, body);
  const needs = { resolution: request.resolution, duration: null };
  const routes = routesFor(IMAGE_ROUTES, needs, deps.env.providerOrder, enabledIn(deps));
  const merges = subjects.length > 0 || fields.length > 0;
  return {
    fields,
    subjects,
    order: {
      type: 'image',
      model: IMAGE_MODEL_ID,
      price: imageCredits(request.resolution, deps.env.apiCreditMultiplier),
      request,
      notes: [],
      options: {},
      job: {
        analyses: analysesOf(request),
        routes: await healthiestFirst(deps.db, routes),
        ...writersOf(deps, merges),
      },
    },
  };
}

/** An edit is made on the scene itself; nothing needs to be known about it. */
function analysesOf(request: ImageRequest): AnalysisStage[] {
  const simulated = request.prompt !== null && wantsAnalysisFailure(request.prompt);
  const scene = simulated || (request.has_scene_image && !request.edit);
  return [
    ...(scene ? ['scene_analysis' as const] : []),
    ...(request.has_character_image ? ['character_analysis' as const] : []),
  ];
}
