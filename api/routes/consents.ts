import {
  AnswerConsentSchema,
  ConsentAnsweredSchema,
  ConsentParams,
  ConsentSchema,
} from '../../domain/contract/consent.js';
import { dashboard } from './sessions.js';
import { defineContract } from '../contract.js';

const consents = { ...dashboard, right: 'keys', path: '/app/api/consents/{uid}' } as const;

export const getConsent = defineContract({
  ...consents,
  id: 'getConsent',
  method: 'GET',
  summary: "Get an agent's access request",
  idempotency: 'none',
  params: ConsentParams,
  response: ConsentSchema,
  errors: ['NOT_FOUND', 'CONFLICT'],
});

export const createConsentAnswer = defineContract({
  ...consents,
  id: 'createConsentAnswer',
  method: 'POST',
  summary: 'Allow or deny an agent',
  description: 'Then redirect the browser to `redirect_to` to return the user to the agent.',
  idempotency: 'required',
  params: ConsentParams,
  body: AnswerConsentSchema,
  response: ConsentAnsweredSchema,
  errors: ['NOT_FOUND', 'CONFLICT'],
  example: { allow: true, scopes: ['read', 'generate'], monthly_credit_cap: 200 },
});
