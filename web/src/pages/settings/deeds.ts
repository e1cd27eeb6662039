import type { AuditAction, AuditEntry } from '../../api/contract';

/** What was done, in words. */
export const DEEDS: Readonly<Record<AuditAction, string>> = {
  'session.opened': 'Signed in',
  'session.revoked': 'Ended a session',
  'sign_in_link.created': 'Made a sign-in link',
  'key.created': 'Made a key',
  'key.revoked': 'Revoked a key',
  'invite.created': 'Invited somebody',
  'invite.revoked': 'Took an invitation back',
  'member.joined': 'Joined the team',
  'member.changed': 'Changed a member',
  'member.removed': 'Removed a member',
  'passkey.added': 'Added a passkey',
  'passkey.removed': 'Removed a passkey',
  'agent.allowed': 'Let an agent in',
  'agent.ended': 'Ended an agent',
  'credits.granted': 'Added credits',
  'limit.raised': 'Changed a limit',
  'plan.changed': 'Changed the plan',
  'account.suspended': 'Suspended the account',
  'account.resumed': 'Ended the suspension',
};

/** Of details that say enough by themselves: `Web shop`, `developer`. */
const BARE = new Set(['name', 'role', 'ref']);

const WORDS: Readonly<Record<string, string>> = {
  team: 'of the team',
  operator: 'for operators',
};

/** `Web shop · of the team`; what is not so is left out, and ids, which tell people nothing. */
export function describeDetails(details: AuditEntry['details']): string {
  return Object.entries(details)
    .filter(([name, value]) => value !== false && value !== null && name !== 'invite')
    .map(([name, value]) => {
      if (value === true) return WORDS[name] ?? name;
      return BARE.has(name) ? String(value) : `${name.replaceAll('_', ' ')} ${String(value)}`;
    })
    .join(' · ');
}
