import { Type, type Static } from 'typebox';
import { SCOPES } from '../catalogue/scopes.js';
import { ScopeName } from './choices.js';
import { buildNullable, ObjectName, PrefixedId, UnixMs } from './common.js';
import { CreditCap } from './key.js';

/** Pattern of the ids that the OAuth library generates. */
export const CONSENT_ID = '^[A-Za-z0-9_-]{43}$';

const ConsentId = Type.String({ pattern: CONSENT_ID, description: 'ID of the access request' });
export const ConsentParams = Type.Object({ uid: ConsentId });

/** An agent's access request. */
export const ConsentSchema = Type.Object(
  {
    id: ConsentId,
    object: ObjectName('consent'),
    account: Type.Object(
      {
        id: PrefixedId('acc', 'Account ID'),
        name: Type.String({ description: 'Account name. Can be empty' }),
      },
      { description: 'The account the agent wants access to' },
    ),
    client_name: Type.String({ description: "The agent's self-declared name. Not verified" }),
    client_host: buildNullable(
      Type.String({
        description:
          "Host that publishes the agent's metadata. Null if the agent registered itself",
      }),
    ),
    redirect_host: Type.String({
      description:
        'Where the user is redirected afterwards: a host, `this computer`, or an app such as `cursor:`',
    }),
    scopes: Type.Array(ScopeName, { description: 'Scopes the agent requests' }),
    allowed_before: buildNullable(
      Type.Object(
        {
          scopes: Type.Array(ScopeName, { description: 'Current scopes' }),
          monthly_credit_cap: buildNullable(
            Type.Integer({
              description: 'Maximum credits the agent can spend per UTC month. Null for no cap',
            }),
          ),
          spent_this_month: Type.Integer({
            description: 'Credits spent or held this UTC month. They count toward a new cap.',
          }),
        },
        {
          description:
            "The agent's existing access, which your answer replaces. Null if there is none",
        },
      ),
    ),
    expires_at: UnixMs('Expiry time'),
  },
  { $id: 'Consent', description: "An agent's access request" },
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
        description: 'The requested scopes to grant. Default: all of them.',
      }),
    ),
    monthly_credit_cap: Type.Optional(
      buildNullable(
        CreditCap('Maximum credits the agent can spend per UTC month. Default: no cap.'),
      ),
    ),
  },
  {
    $id: 'AnswerConsent',
    description: 'Your answer to an access request',
    additionalProperties: false,
  },
);
export type AnswerConsentBody = Static<typeof AnswerConsentSchema>;

/** Response with the address that the browser should open next. */
export const ConsentAnsweredSchema = Type.Object(
  {
    object: ObjectName('consent_answer'),
    redirect_to: Type.String({ description: 'URL to redirect the browser to' }),
  },
  { $id: 'ConsentAnswered', description: 'Where to redirect the browser' },
);
export type ConsentAnsweredBody = Static<typeof ConsentAnsweredSchema>;
