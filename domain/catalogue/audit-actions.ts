/** Actions in an account's audit log, with their meanings. */
export const AUDIT_ACTIONS = {
  'session.opened': 'a person signed in',
  'session.revoked': 'a session was ended from another browser or by someone else',
  'sign_in_link.created': 'an operator created a sign-in link',
  'key.created': 'an API key was created',
  'key.revoked': 'an API key was revoked',
  'invite.created': 'a person was invited to the team',
  'invite.revoked': 'an invite was revoked',
  'member.joined': 'a person joined the team',
  'member.changed': "a member's name or role was changed",
  'member.removed': 'a member was removed, including their sessions, passkeys and personal keys',
  'passkey.added': 'a passkey was added',
  'passkey.removed': 'a passkey was removed',
  'agent.allowed': 'an agent was given access',
  'agent.ended': "an agent's access was revoked",
  'voice.created': 'a voice was cloned, with the consent of the speaker',
  'voice.deleted': 'a cloned voice was deleted with its recording',
  'credits.granted': 'an operator added credits',
  'plan.changed': 'an operator moved the account to another plan',
  'limit.raised': 'an operator changed a limit',
  'account.created': 'an operator opened the account',
  'account.suspended': 'an operator suspended the account',
  'account.resumed': "an operator lifted the account's suspension",
} as const;

export type AuditAction = keyof typeof AUDIT_ACTIONS;
