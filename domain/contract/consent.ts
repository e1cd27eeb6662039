import { Type, type Static } from 'typebox';
import { SCOPES } from '../catalogue/scopes.js';
import { ScopeName } from './choices.js';
import { nullable, ObjectName, PrefixedId, UnixMs } from './common.js';
import { CreditCap } from './key.js';

/** What the library makes as an id. */
export const CONSENT_ID = '^[A-Za-z0-9_-]{43}$';

const ConsentId = Type.String({ pattern: CONSENT_ID, description: 'Id of the question' });
export const ConsentParams = Type.Object({ uid: ConsentId });

/** What an agent asks a person for. */
export const ConsentSchema = Type.Object(
  {
    id: ConsentId,
    object: ObjectName('consent'),
    account: Type.Object(
      {
        id: PrefixedId('acc', 'Id of the account'),
        name: Type.String({ description: 'Its name; it may be empty' }),
      },
      { description: 'The account that the agent would act for' },
    ),
    client_name: Type.String({ description: 'What the agent calls itself: nobody has checked it' }),
    client_host: nullable(
      Type.String({
        description:
          'The host that publishes who the agent is; null for one that registered itself',
      }),
    ),
    redirect_host: Type.String({
      description: 'Where the answer goes: a host, `this computer`, or an app such as `cursor:`',
    }),
    scopes: Type.Array(ScopeName, { description: 'What it asks for' }),
    allowed_before: nullable(
      Type.Object(
        {
          scopes: Type.Array(ScopeName, { description: 'What it may do until now' }),
          monthly_credit_cap: nullable(
            Type.Integer({ description: 'Credits it may spend in a UTC month; null for no cap' }),
          ),
          spent_this_month: Type.Integer({
            description:
              'Credits spent or held in this UTC month. They count against a new cap too.',
          }),
        },
        {
          description:
            'What you let the same client do before, which your answer replaces; null if nothing',
        },
      ),
    ),
    expires_at: UnixMs('Until when it may be answered'),
  },
  { $id: 'Consent', description: 'What an agent asks a person for' },
);
export type ConsentBody = Static<typeof ConsentSchema>;

/** Body of POST /app/api/consents/{uid}. */
export const AnswerConsentSchema = Type.Object(
  {
    allow: Type.Boolean({ description: 'Whether the agent is let in' }),
    scopes: Type.Optional(
      Type.Array(ScopeName, {
        minItems: 1,
        maxItems: SCOPES.length,
        uniqueItems: true,
        description: 'What it may do, of what it asks for. Default: all of that.',
      }),
    ),
    monthly_credit_cap: Type.Optional(
      nullable(CreditCap('Credits it may spend in a UTC month. Default: no cap.')),
    ),
  },
  { $id: 'AnswerConsent', description: 'The answer to an agent', additionalProperties: false },
);
export type AnswerConsentBody = Static<typeof AnswerConsentSchema>;

/** Where the browser goes on. */
export const ConsentAnsweredSchema = Type.Object(
  {
    object: ObjectName('consent_answer'),
    redirect_to: Type.String({ description: 'Where the browser has to go now' }),
  },
  { $id: 'ConsentAnswered', description: 'Where the browser goes on' },
);
export type ConsentAnsweredBody = Static<typeof ConsentAnsweredSchema>;
