import { readUsage } from '../../domain/accounts/read-usage.js';
import { presentPage } from '../../domain/contract/common.js';
import { route } from '../route.js';
import * as contracts from '../routes/usage.js';

export const getUsage = route(contracts.getUsage, {
  async handle({ query: { group_by: by = 'model', ...query }, caller, deps }) {
    const page = await readUsage(deps.db.manager, caller.accountId, { ...query, by });
    return presentPage(page, (row) => row);
  },
});
