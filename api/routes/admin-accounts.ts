import { Type } from 'typebox';
import {
  AccountUpdateSchema,
  AdminAccountQuery,
  AdminAccountSchema,
  AdminKeyQuery,
  AdminKeySchema,
  GrantSchema,
  NewAccountSchema,
  RaiseSchema,
  SignInLinkSchema,
} from '../../domain/contract/admin-accounts.js';
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

export const listAdminKeys = defineContract({
  ...operators,
  id: 'listAdminKeys',
  method: 'GET',
  path: '/app/api/admin/accounts/{id}/keys',
  summary: "List an account's API keys, including revoked keys",
  idempotency: 'none',
  params: AccountId,
  query: AdminKeyQuery,
  response: buildListSchema('AdminKeyList', AdminKeySchema, 'Newest first'),
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

export const createAdminAccount = defineContract({
  ...operators,
  id: 'createAdminAccount',
  method: 'POST',
  path: '/app/api/admin/accounts',
  summary: 'Open an account',
  description: 'The account has no key. Its owner signs in with a link, and creates keys there.',
  idempotency: 'required',
  status: 201,
  body: NewAccountSchema,
  response: AdminAccountSchema,
  errors: [],
  example: { name: 'Acme', plan: 'creator', credits: 500 },
});

export const updateAdminAccount = defineContract({
  ...operators,
  id: 'updateAdminAccount',
  method: 'PATCH',
  path: '/app/api/admin/accounts/{id}',
  summary: "Change an account's plan, or suspend or resume it",
  description: "The change is recorded in the account's audit log.",
  idempotency: 'required',
  params: AccountId,
  body: AccountUpdateSchema,
  response: AdminAccountSchema,
  errors: ['NOT_FOUND', 'CONFLICT'],
  example: { plan: 'agency' },
});

export const createAdminSignInLink = defineContract({
  ...operators,
  id: 'createAdminSignInLink',
  method: 'POST',
  path: '/app/api/admin/accounts/{id}/sign-in-links',
  summary: 'Create a sign-in link for the owner of an account',
  description:
    "Only this response contains the link. It works once and expires after 15 minutes. It is recorded in the account's audit log.",
  idempotency: 'required',
  status: 201,
  params: AccountId,
  response: SignInLinkSchema,
  errors: ['NOT_FOUND', 'CONFLICT'],
});
