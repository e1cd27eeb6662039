import { Type, type Static } from 'typebox';
import { ScopeName } from './choices.js';
import { buildNullable, ObjectName, PrefixedId, UnixMs } from './common.js';

/** The access that a person gave an agent. */
export const AgentGrantSchema = Type.Object(
  {
    id: PrefixedId('agr', 'Id of the grant'),
    object: ObjectName('agent_grant'),
    client_name: Type.String({ description: 'Name that the agent gives itself; not verified' }),
    client_host: Type.String({
      description:
        'Host that publishes the metadata of the agent, or otherwise the host of its redirect address',
    }),
    scopes: Type.Array(ScopeName, { description: 'Scopes of the agent' }),
    monthly_credit_cap: buildNullable(
      Type.Integer({ description: 'Credits it can spend per UTC month; null for no cap' }),
    ),
    spent_this_month: Type.Integer({ description: 'Credits spent or held this UTC month' }),
    member_id: buildNullable(
      PrefixedId('mem', 'Member who connected it; null for the account holder'),
    ),
    last_used_at: buildNullable(UnixMs('When it was last used, to within 5 minutes')),
    created_at: UnixMs('When it was connected'),
    expires_at: UnixMs('When the access expires, unless it is used before'),
  },
  { $id: 'AgentGrant', description: 'The access that a person gave an agent' },
);
export type AgentGrantBody = Static<typeof AgentGrantSchema>;
