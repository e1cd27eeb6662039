import { Type } from 'typebox';
import {
  AdminAccountQuery,
  AdminAccountSchema,
  GrantSchema,
  RaiseSchema,
  type RaiseBody,
} from '../../domain/contract/admin.js';
import { listOf, PrefixedId, presentPage } from '../../domain/contract/common.js';
import { grantByOperator, raiseByOperator } from '../../domain/operator/change-account.js';
import { findAccounts, showAdminAccount } from '../../domain/operator/find-accounts.js';
import { route } from '../route.js';
import { dashboard } from './session.js';

/** What every row of the operators has in common. */
export const operators = { ...dashboard, tag: 'Operators', right: 'operate' } as const;

const AccountId = Type.Object({ id: PrefixedId('acc', 'Id of the account') });

export const listAdminAccounts = route({
  ...operators,
  id: 'listAdminAccounts',
  method: 'GET',
  path: '/app/api/admin/accounts',
  summary: 'List accounts, newest first',
  idempotency: 'none',
  query: AdminAccountQuery,
  response: listOf('AdminAccountList', AdminAccountSchema, 'Newest first'),
  errors: [],
  async handle({ query, deps }) {
    return presentPage(await findAccounts(deps.db.manager, query), (row) => row);
  },
});

export const getAdminAccount = route({
  ...operators,
  id: 'getAdminAccount',
  method: 'GET',
  path: '/app/api/admin/accounts/{id}',
  summary: 'Get an account',
  idempotency: 'none',
  params: AccountId,
  response: AdminAccountSchema,
  errors: ['NOT_FOUND'],
  async handle({ params, deps }) {
    return showAdminAccount(deps.db.manager, params.id);
  },
});

export const grantAdminCredits = route({
  ...operators,
  id: 'grantAdminCredits',
  method: 'POST',
  path: '/app/api/admin/accounts/{id}/grants',
  summary: 'Add credits to an account',
  description: 'Stands in the audit log of the account.',
  idempotency: 'required',
  params: AccountId,
  body: GrantSchema,
  response: AdminAccountSchema,
  errors: ['NOT_FOUND'],
  example: { amount: 1_000, ref: 'invoice 2031' },
  async handle({ params, body, caller, claim, deps }) {
    return grantByOperator(deps, caller, claim, { id: params.id, body });
  },
});

export const raiseAdminLimit = route({
  ...operators,
  id: 'raiseAdminLimit',
  method: 'POST',
  path: '/app/api/admin/accounts/{id}/limits',
  summary: 'Raise a limit of an account, or put it back',
  description: 'Stands in the audit log of the account.',
  idempotency: 'required',
  params: AccountId,
  body: RaiseSchema,
  response: AdminAccountSchema,
  errors: ['NOT_FOUND'],
  example: { limit: 'concurrent_jobs', value: 40 },
  async handle({ params, body, caller, claim, deps }) {
    const raise = body as RaiseBody;
    return raiseByOperator(deps, caller, claim, { id: params.id, body: raise });
  },
});
