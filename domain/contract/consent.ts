import { Type, type Static } from 'typebox';
import { SCOPES } from '../catalogue/scopes.js';
import { ScopeName } from './choices.js';
import { buildNullable, ObjectName, PrefixedId, UnixMs } from './common.js';
import { CreditCap } from './key.js';

/** Pattern of the ids that the OAuth library generates. */
export const CONSENT_ID = '^[A-Za-z0-9_-]{43}$';

const ConsentId = Type.String({ pattern: CONSENT_ID, description: 'Id of the access request' });
export const ConsentParams = Type.Object({ uid: ConsentId });

/** The access that an agent requests from a person. */
export const ConsentSchema = Type.Object(
  {
    id: ConsentId,
    object: ObjectName('consent'),
    account: Type.Object(
      {
        id: PrefixedId('acc', 'Id of the account'),
        name: Type.String({ description: 'Name of the account; can be empty' }),
      },
      { description: 'The account that the agent would act for' },
    ),
    client_name: Type.String({ description: 'Name that the agent gives itself; not verified' }),
    client_host: buildNullable(
      Type.String({
        description:
          'Host that publishes the metadata of the agent; null if the agent registered itself',
      }),
    ),
    redirect_host: Type.String({
      description:
        'Destination of the redirect: a host, `this computer`, or an app such as `cursor:`',
    }),
    scopes: Type.Array(ScopeName, { description: 'Scopes that the agent requests' }),
    allowed_before: buildNullable(
      Type.Object(
        {
          scopes: Type.Array(ScopeName, { description: 'Current scopes' }),
          monthly_credit_cap: buildNullable(
            Type.Integer({ description: 'Credits it can spend per UTC month; null for no cap' }),
          ),
          spent_this_month: Type.Integer({
            description: 'Credits spent or held this UTC month. They also count against a new cap.',
          }),
        },
        {
          description:
            'Existing access of the same client, which your answer replaces; null if there is none',
        },
      ),
    ),
    expires_at: UnixMs('When the access request expires'),
  },
  { $id: 'Consent', description: 'The access that an agent requests from a person' },
);
export type ConsentBody = Static<typeof ConsentSchema>;

/** Body of POST /app/api/consents/{uid}. */
export const AnswerConsentSchema = Type.Object(
  {
    allow: Type.Boolean({ description: 'Whether to allow access' }),
    scopes: Type.Optional(
      Type.Array(ScopeName, {
        minItems: 1,
        maxItems: SCOPES.length,
        uniqueItems: true,
        description: 'Scopes to grant, out of the requested ones. Default: all of them.',
      }),
    ),
    monthly_credit_cap: Type.Optional(
      buildNullable(CreditCap('Credits it can spend per UTC month. Default: no cap.')),
    ),
  },
  { $id: 'AnswerConsent', description: 'Your answer to an agent', additionalProperties: false },
);
export type AnswerConsentBody = Static<typeof AnswerConsentSchema>;

/** Response with the address that the browser should open next. */
export const ConsentAnsweredSchema = Type.Object(
  {
    object: ObjectName('consent_answer'),
    redirect_to: Type.String({ description: 'Address to open in the browser now' }),
  },
  { $id: 'ConsentAnswered', description: 'The next address for the browser' },
);
export type ConsentAnsweredBody = Static<typeof ConsentAnsweredSchema>;
