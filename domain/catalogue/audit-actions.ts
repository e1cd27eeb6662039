/** What the audit log of an account holds, with what each line means. */
export const AUDIT_ACTIONS = {
  'session.opened': 'somebody signed in',
  'session.revoked': 'a session was ended by somebody else than its browser',
  'sign_in_link.created': 'an operator made a link that signs in',
  'key.created': 'an API key was made',
  'key.revoked': 'an API key was ended',
  'invite.created': 'somebody was invited to the team',
  'invite.revoked': 'an invitation was taken back',
  'member.joined': 'somebody joined the team',
  'member.changed': 'the name or role of a member was changed',
  'member.removed': 'a member was removed, with sessions, passkeys and personal keys',
  'passkey.added': 'a passkey was added',
  'passkey.removed': 'a passkey was removed',
  'agent.allowed': 'an agent was let in, with the scopes and the cap that were chosen',
  'agent.ended': 'what an agent was allowed was taken back',
  'credits.granted': 'an operator added credits',
  'plan.changed': 'an operator moved the account to another plan',
  'limit.raised': 'an operator changed a limit',
  'account.suspended': 'an operator suspended the account',
  'account.resumed': 'an operator ended the suspension of the account',
} as const;

export type AuditAction = keyof typeof AUDIT_ACTIONS;
