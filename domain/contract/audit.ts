import { Type, type Static } from 'typebox';
import { AUDIT_ACTIONS, type AuditAction } from '../catalogue/audit-actions.js';
import { buildNamedChoice, buildNullable, ObjectName, PrefixedId, UnixMs } from './common.js';

const Actor = buildNamedChoice<'person' | 'operator' | 'agent'>('AuditActor', 'Who did it', {
  person: 'a member of the team, or the account holder',
  operator: 'an operator of this service',
  agent: 'a connected agent',
});

/** An entry of the audit log. */
export const AuditEntrySchema = Type.Object(
  {
    id: PrefixedId('aud', 'Id of the entry'),
    object: ObjectName('audit_entry'),
    actor: Actor,
    member_id: buildNullable(
      PrefixedId(
        'mem',
        'Member who acted, or who connected the agent; null for the account holder and for most operators',
      ),
    ),
    member_name: buildNullable(Type.String({ description: 'Current name of the member' })),
    action: buildNamedChoice<AuditAction>('AuditAction', 'The action', AUDIT_ACTIONS),
    target: buildNullable(Type.String({ description: 'Id of the affected object' })),
    details: Type.Record(
      Type.String(),
      Type.Union([Type.String(), Type.Number(), Type.Boolean(), Type.Null()]),
      { description: 'More about the action; contains no secrets' },
    ),
    created_at: UnixMs('When it happened'),
  },
  { $id: 'AuditEntry', description: 'Who did what to sign-in, keys, members and limits' },
);
export type AuditEntryBody = Static<typeof AuditEntrySchema>;
