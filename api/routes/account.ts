import { AccountSchema } from '../../domain/contract/account.js';
import { contract } from '../contract.js';

export const getAccount = contract({
  id: 'getAccount',
  method: 'GET',
  path: '/v1/account',
  summary: 'Plan, balance, limits and usage of the account',
  description: 'Pace a batch by `limits.concurrent_jobs` minus `usage_now.active_jobs`.',
  tag: 'Account',
  scope: 'read',
  idempotency: 'none',
  status: 200,
  response: AccountSchema,
  errors: [],
  tool: {
    name: 'get_account',
    title: 'Get the account',
    description:
      'Plan, credits, limits, jobs under way, and the scopes and monthly cap of the key that is used. Free. Pace many generations by `limits.concurrent_jobs` minus `usage_now.active_jobs`.',
  },
});
