import { IMAGE_MODEL_ID, IMAGE_ROUTES } from '../../domain/catalogue/image-model.js';
import { imageCredits } from '../../domain/catalogue/price.js';
import type { AcceptedRequest } from '../../domain/commands/accept-generation.js';
import { wantsAnalysisFailure } from '../../domain/catalogue/simulate.js';
import { screenPrompt } from '../../domain/commands/screen-prompt.js';
import { summariseImage, type CreateImageBody } from '../../domain/contract/image.js';
import type { Deps } from '../../runtime/deps.js';

/** What an image request comes to: the same for the real endpoint and for a quote. */
export type ImageOrder = Pick<AcceptedRequest, 'type' | 'model' | 'price' | 'request' | 'job'>;

/**
 * Checks an image request and prices it, so that quote and charge cannot differ (design §5).
 * @throws {Refusal} CONTENT_BLOCKED
 */
export function orderImage(body: CreateImageBody, deps: Deps): ImageOrder {
  const request = summariseImage(body);
  screenPrompt(request.prompt, deps.env.blockedTerms);
  const simulated = request.prompt !== null && wantsAnalysisFailure(request.prompt);
  return {
    type: 'image',
    model: IMAGE_MODEL_ID,
    price: imageCredits(request.resolution, deps.env.apiCreditMultiplier),
    request,
    job: {
      analyses: simulated ? ['scene_analysis'] : [],
      routes: IMAGE_ROUTES.filter(({ provider }) => deps.imageProviders.has(provider)),
    },
  };
}
