import {
  HEALTH_PREFETCH,
  readPrefetchedResting,
} from '../../domain/generations/provider-health.js';
import { GENERATION_EVENTS } from '../../domain/contract/callback.js';
import { checkCallback } from '../../domain/webhooks/callbacks.js';
import { acceptGeneration } from '../../domain/generations/accept-generation.js';
import { findRoleShape } from '../../domain/uploads/resolve-each.js';
import { resolveMedia } from '../../domain/uploads/resolve-media.js';
import { checkVideo, priceVideo, checkVideoRules } from '../../domain/generations/video-request.js';
import { finishAccepted } from '../hold-request.js';
import { route } from '../route.js';
import * as contracts from '../routes/videos.js';

export const createVideo = route(contracts.createVideo, {
  prefetch: HEALTH_PREFETCH,
  rules: (body, deps) => checkVideoRules(body, deps),
  async handle({ body, headers, caller, claim, deps, prefetched, attached }) {
    const checked = await checkVideo(body, caller, deps, attached);
    const callback = await checkCallback(deps, body, GENERATION_EVENTS);
    const resolved = await resolveMedia(deps, caller, claim, checked.fields);
    const motion = resolved.find(({ input }) => input.role === 'motion');
    const frameShape = findRoleShape(resolved, 'start_frame');
    const pricing = { ...deps, resting: readPrefetchedResting(prefetched) };
    const priced = await priceVideo(
      checked,
      motion?.file.durationSeconds ?? null,
      pricing,
      frameShape,
    );
    const recording = checked.script?.inputs ?? [];
    const inputs = [...checked.subjects, ...resolved.map(({ input }) => input), ...recording];
    const cancelAfter = headers['Cancel-After'];
    return acceptGeneration(deps, { caller, claim, ...priced, inputs, cancelAfter, callback });
  },
  finish: finishAccepted,
});
