import { presentPage } from '../../domain/contract/common.js';
import { findProviders } from '../../domain/operator/find-providers.js';
import { findCauses } from '../../domain/operator/find-causes.js';
import { findFailedRuns, findStuckRuns } from '../../domain/operator/find-runs.js';
import { route } from '../route.js';
import * as contracts from '../routes/admin-runs.js';

export const listAdminProviders = route(contracts.listAdminProviders, {
  async handle({ deps }) {
    const rows = await findProviders(deps.db.manager, [...deps.providers.keys()]);
    return { object: 'list' as const, data: rows, next_cursor: null };
  },
});

export const listAdminRuns = route(contracts.listAdminRuns, {
  async handle({ query: { state, error_code, model, ...page }, deps }) {
    const { env, db } = deps;
    const afterSeconds = env.reconcileAfterSeconds;
    const found =
      state === 'failed'
        ? await findFailedRuns(
            db,
            page,
            { ...(error_code && { error_code }), ...(model && { model }) },
            env,
          )
        : await findStuckRuns(db, { limit: page.limit, afterSeconds }, env);
    return presentPage(found, (row) => row);
  },
});

export const listAdminCauses = route(contracts.listAdminCauses, {
  async handle({ query, deps }) {
    const rows = await findCauses(deps.db.manager, query);
    return { object: 'list' as const, data: rows, next_cursor: null };
  },
});
