import { answerConsent, describeConsent } from '../../domain/agents/consents.js';
import { route } from '../route.js';
import * as contracts from '../routes/consents.js';

export const getConsent = route(contracts.getConsent, {
  async handle({ params, caller, deps }) {
    return describeConsent(deps.db.manager, caller, params.uid);
  },
});

export const createConsentAnswer = route(contracts.createConsentAnswer, {
  async handle({ params, body, caller, claim, deps }) {
    return answerConsent(deps, caller, claim, { uid: params.uid, body });
  },
});
