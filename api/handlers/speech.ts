import { SPEECH_EVENTS } from '../../domain/contract/callback.js';
import { presentPage } from '../../domain/contract/common.js';
import { presentStep } from '../../domain/contract/generation-step.js';
import { presentSpeech } from '../../domain/contract/speech.js';
import { acceptSpeech } from '../../domain/generations/accept-generation.js';
import { findSteps } from '../../domain/generations/find-steps.js';
import {
  HEALTH_PREFETCH,
  readPrefetchedResting,
} from '../../domain/generations/provider-health.js';
import { findSpeech, readSpeech } from '../../domain/generations/read-speech.js';
import { removeGeneration } from '../../domain/generations/remove-generation.js';
import { requestCancel } from '../../domain/generations/request-cancel.js';
import {
  checkSpeech,
  checkSpeechRules,
  priceSpeech,
} from '../../domain/generations/speech-request.js';
import { checkCallback } from '../../domain/webhooks/callbacks.js';
import { finishAccepted, holdIfOpen } from '../hold-request.js';
import { route } from '../route.js';
import * as contracts from '../routes/speech.js';

export const createSpeech = route(contracts.createSpeech, {
  prefetch: HEALTH_PREFETCH,
  rules: checkSpeechRules,
  async handle({ body, headers, caller, claim, deps, prefetched }) {
    const checked = await checkSpeech(body, caller, deps);
    const callback = await checkCallback(deps, body, SPEECH_EVENTS);
    const pricing = { ...deps, resting: readPrefetchedResting(prefetched) };
    const priced = await priceSpeech(checked, pricing);
    const cancelAfter = headers['Cancel-After'];
    const { inputs } = checked;
    return acceptSpeech(deps, { caller, claim, ...priced, inputs, cancelAfter, callback });
  },
  finish: finishAccepted,
});

export const listSpeech = route(contracts.listSpeech, {
  async handle({ query, caller, deps }) {
    const page = await findSpeech(deps.db.manager, caller.accountId, query);
    return presentPage(page, (row) => presentSpeech(row, deps));
  },
});

export const getSpeech = route(contracts.getSpeech, {
  async handle({ params: { id }, query: { wait = 0 }, caller, deps, edge, client }) {
    const { accountId } = caller;
    const speech = await readSpeech(deps.db.manager, { id, accountId }, deps);
    return holdIfOpen({ caller, deps, edge, client }, { id, object: 'speech' }, speech, wait);
  },
});

export const listSpeechSteps = route(contracts.listSpeechSteps, {
  async handle({ params: { id }, query, caller, deps }) {
    const page = await findSteps(deps.db.manager, caller.accountId, id, query);
    return presentPage(page, (step) => presentStep(step, caller.operator));
  },
});

export const cancelSpeech = route(contracts.cancelSpeech, {
  async handle({ params: { id }, caller, claim, deps }) {
    return requestCancel(deps, caller.accountId, { id, object: 'speech' }, claim);
  },
});

export const deleteSpeech = route(contracts.deleteSpeech, {
  async handle({ params: { id }, caller, claim, deps }) {
    return removeGeneration(deps, caller.accountId, { id, object: 'speech' }, claim);
  },
});
