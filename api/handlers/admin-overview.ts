import { findOverview } from '../../domain/operator/find-overview.js';
import { findProviderHistory } from '../../domain/operator/find-provider-history.js';
import { route } from '../route.js';
import * as contracts from '../routes/admin-overview.js';

export const getAdminOverview = route(contracts.getAdminOverview, {
  async handle({ query, deps }) {
    return findOverview(deps.db, query);
  },
});

export const listAdminProviderHistory = route(contracts.listAdminProviderHistory, {
  async handle({ deps }) {
    const rows = await findProviderHistory(deps.db);
    return { object: 'list' as const, data: rows, next_cursor: null };
  },
});
