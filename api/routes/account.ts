import { AccountSchema } from '../../domain/contract/account.js';
import { defineContract } from '../contract.js';

export const getAccount = defineContract({
  id: 'getAccount',
  method: 'GET',
  path: '/v1/account',
  summary: 'Get the account',
  description:
    'Returns the plan, balance, limits and current usage. When you run a batch, start at most `limits.concurrent_jobs` minus `usage_now.active_jobs` generations.',
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
      'Returns the plan, credits, limits and running jobs, and the scopes and monthly cap of your API key. Free. When you run a batch, start at most `limits.concurrent_jobs` minus `usage_now.active_jobs` generations.',
  },
});
