import type { AuditAction, AuditEntry } from '../../api';

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
  'credits.granted': 'Added credits',
  'limit.raised': 'Changed a limit',
};

/** `name: Web shop · team`; what is not so is left out. */
export function describeDetails(details: AuditEntry['details']): string {
  return Object.entries(details)
    .filter(([, value]) => value !== false && value !== null)
    .map(([name, value]) => {
      const label = name.replaceAll('_', ' ');
      return value === true ? label : `${label}: ${String(value)}`;
    })
    .join(' · ');
}
