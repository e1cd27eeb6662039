import { SOCIAL_CREDITS } from '../../domain/catalogue/price.js';
import {
  DisconnectedSchema,
  SocialAccountListSchema,
  SocialAccountParams,
  SocialAccountQuery,
} from '../../domain/contract/social-account.js';
import { contract } from '../contract.js';

/** What both rows have in common. */
const accounts = { tag: 'Social', scope: 'social', status: 200 } as const;

export const listSocialAccounts = contract({
  ...accounts,
  id: 'listSocialAccounts',
  method: 'GET',
  path: '/v1/social/accounts',
  summary: 'List the connected accounts, the longest connected first',
  description: `Each account beyond \`included_accounts\` costs ${SOCIAL_CREDITS.extra_account_monthly} credits every 30 days. While \`payment_due\` or \`needs_login\` is true, posts to it fail.`,
  idempotency: 'none',
  query: SocialAccountQuery,
  response: SocialAccountListSchema,
  errors: [],
  tool: {
    name: 'list_social_accounts',
    title: 'List connected accounts',
    description:
      'The accounts on Instagram, TikTok, YouTube, Threads and X that are connected to characters. Free. While `payment_due` or `needs_login` is true, posts to an account fail.',
  },
});

export const disconnectSocialAccount = contract({
  ...accounts,
  id: 'disconnectSocialAccount',
  method: 'DELETE',
  path: '/v1/social/accounts/{character_id}/{platform}',
  summary: 'Disconnect an account',
  description:
    'Deletes its tokens, asks the platform to forget them, and stops its fee. What was published stays. A post that waits fails on this platform when it is due, and is refunded for it.',
  idempotency: 'required',
  params: SocialAccountParams,
  response: DisconnectedSchema,
  errors: ['NOT_FOUND'],
});
