import { Type, type Static } from 'typebox';
import { AUDIT_ACTIONS, type AuditAction } from '../catalogue/audit-actions.js';
import { buildNamedChoice, buildNullable, ObjectName, PrefixedId, UnixMs } from './common.js';

const Actor = buildNamedChoice<'person' | 'operator' | 'agent'>(
  'AuditActor',
  'Who performed the action',
  {
    person: 'a team member, or the account owner',
    operator: 'an operator of this service',
    agent: 'a connected agent',
  },
);

/** An entry of the audit log. */
export const AuditEntrySchema = Type.Object(
  {
    id: PrefixedId('aud', 'Entry ID'),
    object: ObjectName('audit_entry'),
    actor: Actor,
    member_id: buildNullable(
      PrefixedId(
        'mem',
        'The member who acted, or who connected the agent. Null for the account owner and for most operators',
      ),
    ),
    member_name: buildNullable(Type.String({ description: "The member's current name" })),
    action: buildNamedChoice<AuditAction>('AuditAction', 'The action', AUDIT_ACTIONS),
    target: buildNullable(Type.String({ description: 'ID of the affected object' })),
    details: Type.Record(
      Type.String(),
      Type.Union([Type.String(), Type.Number(), Type.Boolean(), Type.Null()]),
      { description: 'Details of the action. Never contains secrets' },
    ),
    created_at: UnixMs('Time of the event'),
  },
  { $id: 'AuditEntry', description: "An entry in the account's audit log" },
);
export type AuditEntryBody = Static<typeof AuditEntrySchema>;
