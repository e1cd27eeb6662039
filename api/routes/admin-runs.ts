import { AdminProviderList, AdminRunQuery, AdminRunSchema } from '../../domain/contract/admin.js';
import { listOf } from '../../domain/contract/common.js';
import { operators } from './admin-accounts.js';
import { contract } from '../contract.js';

export const listAdminProviders = contract({
  ...operators,
  id: 'listAdminProviders',
  method: 'GET',
  path: '/app/api/admin/providers',
  summary: 'Health of every way to an upstream, and what it has cost in 30 days',
  idempotency: 'none',
  response: AdminProviderList,
  errors: [],
});

export const listAdminRuns = contract({
  ...operators,
  id: 'listAdminRuns',
  method: 'GET',
  path: '/app/api/admin/runs',
  summary: 'List work that has failed or is stuck',
  description: 'What failed comes newest first, what is stuck oldest first and as one page.',
  idempotency: 'none',
  query: AdminRunQuery,
  response: listOf('AdminRunList', AdminRunSchema, 'In the order of its state'),
  errors: [],
});
