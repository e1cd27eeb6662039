import type {
  AccountUpdateBody,
  NewAccountBody,
  RaiseBody,
} from '../../domain/contract/admin-accounts.js';
import { presentPage } from '../../domain/contract/common.js';
import {
  grantByOperator,
  openByOperator,
  openLinkByOperator,
  raiseByOperator,
  updateByOperator,
} from '../../domain/operator/change-account.js';
import { findAccountKeys } from '../../domain/operator/find-account-keys.js';
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

export const listAdminKeys = route(contracts.listAdminKeys, {
  async handle({ params, query, deps }) {
    return presentPage(await findAccountKeys(deps.db.manager, params.id, query), (row) => row);
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

export const createAdminAccount = route(contracts.createAdminAccount, {
  async handle({ body, caller, claim, deps }) {
    return openByOperator(deps, caller, claim, body as NewAccountBody);
  },
});

export const updateAdminAccount = route(contracts.updateAdminAccount, {
  async handle({ params, body, caller, claim, deps }) {
    const change = body as AccountUpdateBody;
    return updateByOperator(deps, caller, claim, { id: params.id, body: change });
  },
});

export const createAdminSignInLink = route(contracts.createAdminSignInLink, {
  async handle({ params, caller, claim, deps }) {
    return openLinkByOperator(deps, caller, claim, params.id);
  },
});
