import { presentPage } from '../../domain/contract/common.js';
import { findAudit } from '../../domain/identity/find-audit.js';
import { route } from '../route.js';
import * as contracts from '../routes/audit.js';

export const listAudit = route(contracts.listAudit, {
  async handle({ query, caller, deps }) {
    return presentPage(await findAudit(deps.db.manager, caller.accountId, query), (row) => row);
  },
});
