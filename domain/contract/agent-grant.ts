import { Type, type Static } from 'typebox';
import { ScopeName } from './choices.js';
import { buildNullable, ObjectName, PrefixedId, UnixMs } from './common.js';

/** An agent's access to the account. */
export const AgentGrantSchema = Type.Object(
  {
    id: PrefixedId('agr', 'Grant ID'),
    object: ObjectName('agent_grant'),
    client_name: Type.String({ description: "The agent's self-declared name. Not verified" }),
    client_host: Type.String({
      description:
        "Host that publishes the agent's metadata, or the host of its redirect URL if there is none",
    }),
    scopes: Type.Array(ScopeName, { description: "The agent's scopes" }),
    monthly_credit_cap: buildNullable(
      Type.Integer({
        description: 'Maximum credits the agent can spend per UTC month. Null for no cap',
      }),
    ),
    spent_this_month: Type.Integer({ description: 'Credits spent or held this UTC month' }),
    member_id: buildNullable(
      PrefixedId('mem', 'The member who connected the agent. Null for the account owner'),
    ),
    last_used_at: buildNullable(UnixMs('Time of last use, accurate to 5 minutes')),
    created_at: UnixMs('Connection time'),
    expires_at: UnixMs('Time the access expires if it is not used before then'),
  },
  { $id: 'AgentGrant', description: "An agent's access to the account" },
);
export type AgentGrantBody = Static<typeof AgentGrantSchema>;
