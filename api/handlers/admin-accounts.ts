import type { RaiseBody } from '../../domain/contract/admin.js';
import { presentPage } from '../../domain/contract/common.js';
import { grantByOperator, raiseByOperator } from '../../domain/operator/change-account.js';
import { findAccounts, showAdminAccount } from '../../domain/operator/find-accounts.js';
import { route } from '../route.js';
import * as contracts from '../routes/admin-accounts.js';

export const listAdminAccounts = route(contracts.listAdminAccounts, {
  async handle({ query, deps }) {
    return presentPage(await findAccounts(deps.db.manager, query), (row) => row);
  },
});

export const getAdminAccount = route(contracts.getAdminAccount, {
  async handle({ params, deps }) {
    return showAdminAccount(deps.db.manager, params.id);
  },
});

export const grantAdminCredits = route(contracts.grantAdminCredits, {
  async handle({ params, body, caller, claim, deps }) {
    return grantByOperator(deps, caller, claim, { id: params.id, body });
  },
});

export const raiseAdminLimit = route(contracts.raiseAdminLimit, {
  async handle({ params, body, caller, claim, deps }) {
    const raise = body as RaiseBody;
    return raiseByOperator(deps, caller, claim, { id: params.id, body: raise });
  },
});
