import {
  HEALTH_PREFETCH,
  readPrefetchedResting,
} from '../../domain/generations/provider-health.js';
import { GENERATION_EVENTS } from '../../domain/contract/callback.js';
import { checkCallback } from '../../domain/webhooks/callbacks.js';
import { acceptGeneration } from '../../domain/generations/accept-generation.js';
import { findRoleShape } from '../../domain/uploads/resolve-each.js';
import { resolveMedia } from '../../domain/uploads/resolve-media.js';
import { checkImage, priceImage } from '../../domain/generations/image-request.js';
import { checkImageRules } from '../../domain/generations/request-rules.js';
import { finishAccepted } from '../hold-request.js';
import { route } from '../route.js';
import * as contracts from '../routes/images.js';

export const createImage = route(contracts.createImage, {
  prefetch: HEALTH_PREFETCH,
  rules: checkImageRules,
  async handle({ body, headers, caller, claim, deps, prefetched, attached }) {
    const checked = await checkImage(body, caller, deps, attached);
    const callback = await checkCallback(deps, body, GENERATION_EVENTS);
    const resolved = await resolveMedia(deps, caller, claim, checked.fields);
    const pricing = { ...deps, resting: readPrefetchedResting(prefetched) };
    const priced = await priceImage(checked, pricing, findRoleShape(resolved, 'scene'));
    const inputs = [...checked.subjects, ...resolved.map(({ input }) => input)];
    const cancelAfter = headers['Cancel-After'];
    return acceptGeneration(deps, { caller, claim, ...priced, inputs, cancelAfter, callback });
  },
  finish: finishAccepted,
});
