import type { AuditAction, AuditEntry } from '../../api/contract';

/** Labels for the actions. */
export const ACTION_TEXTS: Readonly<Record<AuditAction, string>> = {
  'session.opened': 'Signed in',
  'session.revoked': 'Revoked a session',
  'sign_in_link.created': 'Created a sign-in link',
  'key.created': 'Created a key',
  'key.revoked': 'Revoked a key',
  'invite.created': 'Invited a member',
  'invite.revoked': 'Revoked an invite',
  'member.joined': 'Joined the team',
  'member.changed': 'Changed a member',
  'member.removed': 'Removed a member',
  'passkey.added': 'Added a passkey',
  'passkey.removed': 'Removed a passkey',
  'agent.allowed': 'Allowed an agent',
  'agent.ended': "Revoked an agent's access",
  'voice.created': 'Cloned a voice',
  'voice.deleted': 'Deleted a cloned voice',
  'credits.granted': 'Added credits',
  'limit.raised': 'Changed a limit',
  'plan.changed': 'Changed the plan',
  'account.created': 'Opened the account',
  'account.suspended': 'Suspended the account',
  'account.resumed': 'Resumed the account',
};

/** Details whose value is clear without the name: `Web shop`, `developer`. */
const BARE = new Set(['name', 'role', 'ref']);

const WORDS: Readonly<Record<string, string>> = {
  team: 'team key',
  operator: 'for operators',
};

/**
 * Formats details as `Web shop · team key`; leaves out false and empty values, and the invite's id.
 */
export function describeDetails(details: AuditEntry['details']): string {
  return Object.entries(details)
    .filter(
      ([name, value]) => value !== false && value !== null && value !== '' && name !== 'invite',
    )
    .map(([name, value]) => {
      if (value === true) return WORDS[name] ?? name;
      return BARE.has(name) ? String(value) : `${name.replaceAll('_', ' ')} ${String(value)}`;
    })
    .join(' · ');
}
