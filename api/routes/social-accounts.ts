import { SOCIAL_CREDITS } from '../../domain/catalogue/price.js';
import {
  DisconnectedSchema,
  SocialAccountListSchema,
  SocialAccountParams,
  SocialAccountQuery,
} from '../../domain/contract/social-account.js';
import { defineContract } from '../contract.js';

/** Fields shared by both routes in this file. */
const accounts = { tag: 'Social', scope: 'social', status: 200 } as const;

export const listSocialAccounts = defineContract({
  ...accounts,
  id: 'listSocialAccounts',
  method: 'GET',
  path: '/v1/social/accounts',
  summary: 'List connected accounts, oldest connection first',
  description: `Each account beyond \`included_accounts\` costs ${SOCIAL_CREDITS.extra_account_monthly} credits every 30 days. While \`payment_due\` or \`needs_login\` is true, posts to the account fail.`,
  idempotency: 'none',
  query: SocialAccountQuery,
  response: SocialAccountListSchema,
  errors: [],
  tool: {
    name: 'list_social_accounts',
    title: 'List connected accounts',
    description:
      'Lists the accounts on Instagram, TikTok, YouTube, Threads and X that are connected to characters. Free. While `payment_due` or `needs_login` is true, posts to an account fail.',
  },
});

export const disconnectSocialAccount = defineContract({
  ...accounts,
  id: 'disconnectSocialAccount',
  method: 'DELETE',
  path: '/v1/social/accounts/{character_id}/{platform}',
  summary: 'Disconnect an account',
  description:
    'Deletes the tokens, asks the platform to revoke them, and stops the monthly fee. Published posts stay online. Scheduled posts will fail on this platform when they are due, and their price for the platform will be refunded.',
  idempotency: 'required',
  params: SocialAccountParams,
  response: DisconnectedSchema,
  errors: ['NOT_FOUND'],
});
