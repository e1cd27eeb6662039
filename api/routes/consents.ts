import {
  AnswerConsentSchema,
  ConsentAnsweredSchema,
  ConsentParams,
  ConsentSchema,
} from '../../domain/contract/consent.js';
import { answerConsent, describeConsent } from '../../domain/agents/consents.js';
import { route } from '../route.js';
import { dashboard } from './session.js';

const consents = { ...dashboard, right: 'keys', path: '/app/api/consents/{uid}' } as const;

export const getConsent = route({
  ...consents,
  id: 'getConsent',
  method: 'GET',
  summary: 'What an agent asks for',
  idempotency: 'none',
  params: ConsentParams,
  response: ConsentSchema,
  errors: ['NOT_FOUND', 'CONFLICT'],
  async handle({ params, caller, deps }) {
    return describeConsent(deps.db.manager, caller, params.uid);
  },
});

export const createConsentAnswer = route({
  ...consents,
  id: 'createConsentAnswer',
  method: 'POST',
  summary: 'Let an agent in, or not',
  description: 'The browser then goes to `redirect_to`, and from there back to the agent.',
  idempotency: 'required',
  params: ConsentParams,
  body: AnswerConsentSchema,
  response: ConsentAnsweredSchema,
  errors: ['NOT_FOUND', 'CONFLICT'],
  example: { allow: true, scopes: ['read', 'generate'], monthly_credit_cap: 200 },
  async handle({ params, body, caller, claim, deps }) {
    return answerConsent(deps, caller, claim, { uid: params.uid, body });
  },
});
