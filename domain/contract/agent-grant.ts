import { Type, type Static } from 'typebox';
import { ScopeName } from './choices.js';
import { nullable, ObjectName, PrefixedId, UnixMs } from './common.js';

/** What a person lets an agent do. */
export const AgentGrantSchema = Type.Object(
  {
    id: PrefixedId('agr', 'Id of the grant'),
    object: ObjectName('agent_grant'),
    client_name: Type.String({ description: 'What the agent calls itself: nobody has checked it' }),
    client_host: Type.String({
      description: 'The host that publishes who it is, or else where its answer went',
    }),
    scopes: Type.Array(ScopeName, { description: 'What it may do' }),
    monthly_credit_cap: nullable(
      Type.Integer({ description: 'Credits it may spend in a UTC month; null for no cap' }),
    ),
    spent_this_month: Type.Integer({ description: 'Credits spent or held in this UTC month' }),
    member_id: nullable(
      PrefixedId('mem', 'Who let it in; null for whoever holds the account itself'),
    ),
    last_used_at: nullable(UnixMs('When it was last used, to within 5 minutes')),
    created_at: UnixMs('When it was let in'),
    expires_at: UnixMs('When it ends, unless it is used before'),
  },
  { $id: 'AgentGrant', description: 'What a person lets an agent do' },
);
export type AgentGrantBody = Static<typeof AgentGrantSchema>;
