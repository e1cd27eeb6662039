import { Type, type Static } from 'typebox';
import { AUDIT_ACTIONS, type AuditAction } from '../catalogue/audit-actions.js';
import { namedChoice, nullable, ObjectName, PrefixedId, UnixMs } from './common.js';

const Actor = namedChoice<'person' | 'operator' | 'agent'>('AuditActor', 'Who did it', {
  person: 'a member of the team, or whoever holds the account itself',
  operator: 'an operator of this service',
  agent: 'an agent that somebody had let in',
});

/** A line of the audit log. */
export const AuditEntrySchema = Type.Object(
  {
    id: PrefixedId('aud', 'Id of the line'),
    object: ObjectName('audit_entry'),
    actor: Actor,
    member_id: nullable(
      PrefixedId(
        'mem',
        'Who, or who let the agent in; null for whoever holds the account itself, and for most operators',
      ),
    ),
    member_name: nullable(Type.String({ description: 'Their name today' })),
    action: namedChoice<AuditAction>('AuditAction', 'What was done', AUDIT_ACTIONS),
    target: nullable(Type.String({ description: 'Id of what it was done to' })),
    details: Type.Record(
      Type.String(),
      Type.Union([Type.String(), Type.Number(), Type.Boolean(), Type.Null()]),
      { description: 'What else is worth knowing; no secrets' },
    ),
    created_at: UnixMs('When'),
  },
  { $id: 'AuditEntry', description: 'Who did what to sign-in, keys, members and limits' },
);
export type AuditEntryBody = Static<typeof AuditEntrySchema>;
