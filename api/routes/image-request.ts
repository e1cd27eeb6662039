import { IMAGE_MODEL_ID, IMAGE_ROUTES } from '../../domain/catalogue/image-model.js';
import { imageCredits } from '../../domain/catalogue/price.js';
import type { AcceptedRequest } from '../../domain/commands/accept-generation.js';
import { wantsAnalysisFailure } from '../../domain/catalogue/simulate.js';
import { screenPrompt } from '../../domain/commands/screen-prompt.js';
import {
  parseFields,
  type MediaFieldValue,
  type ParsedField,
} from '../../domain/commands/resolve-media.js';
import { invalid } from '../../domain/contract/error.js';
import {
  summariseImage,
  type CreateImageBody,
  type ImageRequest,
} from '../../domain/contract/image.js';
import type { Deps } from '../../runtime/deps.js';
import type { AnalysisStage } from '../../workflows/names.js';

/** What an image request comes to: the same for the real endpoint and for a quote. */
export type ImageOrder = Pick<AcceptedRequest, 'type' | 'model' | 'price' | 'request' | 'job'> & {
  /** Its media fields, read but not yet fetched. */
  readonly fields: ParsedField[];
};

/**
 * Checks an image request and prices it, so that quote and charge cannot differ (design §5).
 * @throws {Refusal} VALIDATION_ERROR, CONTENT_BLOCKED
 */
export function orderImage(body: CreateImageBody, deps: Deps): ImageOrder {
  const fields = parseFields(mediaFields(body), deps.env.mediaBaseUrl);
  const request = summariseImage(body);
  screenPrompt(request.prompt, deps.env.blockedTerms);
  return {
    type: 'image',
    model: IMAGE_MODEL_ID,
    price: imageCredits(request.resolution, deps.env.apiCreditMultiplier),
    request,
    fields,
    job: {
      analyses: analysesOf(request),
      routes: IMAGE_ROUTES.filter(({ provider }) => deps.imageProviders.has(provider)),
    },
  };
}

/** The media fields of a request with their places; references get their default tags. */
function mediaFields(body: CreateImageBody): MediaFieldValue[] {
  const single = (['scene', 'character'] as const).flatMap((role) => {
    const text = body[`${role}_image`];
    return text === undefined ? [] : [{ path: `body.${role}_image`, text, role, tag: null }];
  });
  const references = (body.reference_images ?? []).map(({ tag, image }, index) => ({
    path: `body.reference_images.${index}.image`,
    text: image,
    role: 'reference' as const,
    tag: tag ?? `@ref${index + 1}`,
  }));
  const tags = references.map(({ tag }) => tag);
  const issues = tags.flatMap((tag, index) => {
    const message = `${tag} is used twice; give every reference a tag of its own`;
    const path = `body.reference_images.${index}.tag`;
    return tags.indexOf(tag) < index ? [{ path, message }] : [];
  });
  if (issues.length > 0) throw invalid(issues);
  return [...single, ...references];
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
