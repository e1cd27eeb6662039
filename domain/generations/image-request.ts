import { IMAGE_MODEL_ID, IMAGE_SOURCES } from '../catalogue/image-model.js';
import { findSources } from '../catalogue/model-source.js';
import { computeImageCredits } from '../catalogue/image-price.js';
import { hasAnalysisFailure } from '../catalogue/simulate.js';
import type { Caller } from '../accounts/caller.js';
import { sortByHealth } from './provider-health.js';
import { summariseImage, type CreateImageBody, type ImageRequest } from '../contract/image.js';
import { describeUnusedSeed } from '../contract/unused-fields.js';
import type { PricingDeps } from './priced-request.js';
import type { AnalysisStage } from '../catalogue/runs.js';
import type { AttachedFiles } from '../uploads/parse-fields.js';
import {
  checkNamed,
  createSourceFilter,
  chooseSeed,
  pickPromptWriters,
  type CheckedRequest,
  type PricedRequest,
} from './priced-request.js';
import { describeCombinations } from './request-rules.js';

export interface CheckedImage extends CheckedRequest {
  readonly body: CreateImageBody;
}

/**
 * Reads an image request that has passed the schema and `checkImageRules`.
 * @throws {Refusal} VALIDATION_ERROR, NOT_FOUND, CONTENT_BLOCKED
 */
export async function checkImage(
  body: CreateImageBody,
  caller: Caller,
  deps: PricingDeps,
  attached?: AttachedFiles,
): Promise<CheckedImage> {
  const singles = [
    ['scene_image', 'scene', body.scene_image],
    ['character_image', 'character', body.character_image],
  ] as const;
  return { body, ...(await checkNamed(deps, caller, body, singles, attached)) };
}

/**
 * Prices a checked request, both for the real endpoint and for a quote.
 * @param sceneShape the scene's ratio of width to height; null if there is no scene or its size is
 * unknown
 */
export async function priceImage(
  { body, fields, subjects }: CheckedImage,
  deps: PricingDeps,
  sceneShape: number | null = null,
): Promise<PricedRequest> {
  const request = summariseImage(body, chooseSeed(body), sceneShape);
  const needs = { resolution: request.resolution, duration: null };
  const sources = findSources(
    IMAGE_SOURCES,
    needs,
    deps.env.providerOrder,
    createSourceFilter(deps),
  );
  // An edit's prompt is sent unchanged: a text model would rewrite the parts that the caller wants
  // to change.
  const merges = !request.edit && subjects.length + fields.length > 0;
  const deafToSeed = describeUnusedSeed(
    body,
    { id: IMAGE_MODEL_ID, sources: IMAGE_SOURCES },
    sources,
  );
  return {
    type: 'image',
    model: IMAGE_MODEL_ID,
    price: computeImageCredits(request.resolution, deps.env.apiCreditMultiplier),
    request,
    notes: [...describeCombinations('image', body), ...(deafToSeed ? [deafToSeed] : [])],
    options: {},
    metadata: body.metadata ?? {},
    job: {
      analyses: planImageAnalyses(request),
      routes: await sortByHealth(deps, sources),
      ...pickPromptWriters(deps, merges),
    },
  };
}

/**
 * Plans an image's analyses. An edit changes the scene itself, so neither the scene nor a face is
 * analysed.
 */
function planImageAnalyses(request: ImageRequest): AnalysisStage[] {
  const simulated = request.prompt !== null && hasAnalysisFailure(request.prompt);
  const { edit, has_scene_image: scene, has_character_image: face } = request;
  return [
    ...(simulated || (scene && !edit) ? ['scene_analysis' as const] : []),
    ...(face && !edit ? ['character_analysis' as const] : []),
  ];
}
