import { Type } from 'typebox';
import {
  AdminAccountQuery,
  AdminAccountSchema,
  GrantSchema,
  RaiseSchema,
} from '../../domain/contract/admin.js';
import { buildListSchema, PrefixedId } from '../../domain/contract/common.js';
import { dashboard } from './sessions.js';
import { defineContract } from '../contract.js';

/** Fields shared by all operator routes. */
export const operators = { ...dashboard, tag: 'Operators', right: 'operate' } as const;

const AccountId = Type.Object({ id: PrefixedId('acc', 'Account ID') });

export const listAdminAccounts = defineContract({
  ...operators,
  id: 'listAdminAccounts',
  method: 'GET',
  path: '/app/api/admin/accounts',
  summary: 'List accounts, newest first',
  idempotency: 'none',
  query: AdminAccountQuery,
  response: buildListSchema('AdminAccountList', AdminAccountSchema, 'Newest first'),
  errors: [],
});

export const getAdminAccount = defineContract({
  ...operators,
  id: 'getAdminAccount',
  method: 'GET',
  path: '/app/api/admin/accounts/{id}',
  summary: 'Get an account',
  idempotency: 'none',
  params: AccountId,
  response: AdminAccountSchema,
  errors: ['NOT_FOUND'],
});

export const grantAdminCredits = defineContract({
  ...operators,
  id: 'grantAdminCredits',
  method: 'POST',
  path: '/app/api/admin/accounts/{id}/grants',
  summary: 'Add credits to an account',
  description: "The change is recorded in the account's audit log.",
  idempotency: 'required',
  params: AccountId,
  body: GrantSchema,
  response: AdminAccountSchema,
  errors: ['NOT_FOUND'],
  example: { amount: 1_000, ref: 'invoice 2031' },
});

export const raiseAdminLimit = defineContract({
  ...operators,
  id: 'raiseAdminLimit',
  method: 'POST',
  path: '/app/api/admin/accounts/{id}/limits',
  summary: "Raise or reset an account's limit",
  description: "The change is recorded in the account's audit log.",
  idempotency: 'required',
  params: AccountId,
  body: RaiseSchema,
  response: AdminAccountSchema,
  errors: ['NOT_FOUND'],
  example: { limit: 'concurrent_jobs', value: 40 },
});
