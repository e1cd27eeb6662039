import { AccountSchema, presentAccount } from '../../domain/contract/account.js';
import { route } from '../route.js';

export const getAccount = route({
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
  async handle({ caller, deps }) {
    return presentAccount(caller, deps.env.apiCreditMultiplier);
  },
});
