import { openSignInLink, buildSignInUrl } from '../../domain/identity/open-sign-in-link.js';
import type { Command } from './command.js';

/** Signs a person in to the dashboard without a mail server. */
export const signInLink: Command = {
  name: 'sign-in-link',
  summary: 'Create a link that signs in to the dashboard once, within 15 minutes',
  options: {
    account: { value: 'ACCOUNT_ID', help: 'whose dashboard', required: true },
    member: { value: 'MEMBER_ID', help: 'the team member (default: an owner of the account)' },
    operator: { help: 'also show the operator pages' },
  },
  async run({ db, env }, input) {
    const target = {
      accountId: input.text('account'),
      memberId: input.optional('member'),
      operator: input.flag('operator'),
    };
    const { secret, expiresAt } = await db.transaction((tx) => openSignInLink(tx, target));
    return { data: { url: buildSignInUrl(env.publicUrl, secret), expires_at: expiresAt } };
  },
};
