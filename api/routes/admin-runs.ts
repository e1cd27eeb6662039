import { AdminProviderList, AdminRunQuery, AdminRunSchema } from '../../domain/contract/admin.js';
import { listOf, presentPage } from '../../domain/contract/common.js';
import { findProviders } from '../../domain/operator/find-providers.js';
import { findFailedRuns, findStuckRuns } from '../../domain/operator/find-runs.js';
import { route } from '../route.js';
import { operators } from './admin-accounts.js';

export const listAdminProviders = route({
  ...operators,
  id: 'listAdminProviders',
  method: 'GET',
  path: '/app/api/admin/providers',
  summary: 'Health of every way to an upstream, and what it has cost in 30 days',
  idempotency: 'none',
  response: AdminProviderList,
  errors: [],
  async handle({ deps }) {
    const rows = await findProviders(deps.db.manager, [...deps.providers.keys()]);
    return { object: 'list' as const, data: rows, next_cursor: null };
  },
});

export const listAdminRuns = route({
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
  async handle({ query: { state, ...page }, deps }) {
    const { env, db } = deps;
    const afterSeconds = env.reconcileAfterSeconds;
    const found =
      state === 'failed'
        ? await findFailedRuns(db, page, env)
        : await findStuckRuns(db, { limit: page.limit, afterSeconds }, env);
    return presentPage(found, (row) => row);
  },
});
