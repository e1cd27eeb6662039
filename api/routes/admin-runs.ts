import {
  AdminCauseList,
  AdminCauseQuery,
  AdminProviderList,
  AdminRunQuery,
  AdminRunSchema,
} from '../../domain/contract/admin-runs.js';
import { buildListSchema } from '../../domain/contract/common.js';
import { operators } from './admin-accounts.js';
import { defineContract } from '../contract.js';

export const listAdminProviders = defineContract({
  ...operators,
  id: 'listAdminProviders',
  method: 'GET',
  path: '/app/api/admin/providers',
  summary: 'List upstream providers, with their health and 30-day cost',
  idempotency: 'none',
  response: AdminProviderList,
  errors: [],
});

export const listAdminRuns = defineContract({
  ...operators,
  id: 'listAdminRuns',
  method: 'GET',
  path: '/app/api/admin/runs',
  summary: 'List failed or stuck generations and posts',
  description:
    'Failed work is listed newest first. Stuck work is listed oldest first, on a single page.',
  idempotency: 'none',
  query: AdminRunQuery,
  response: buildListSchema(
    'AdminRunList',
    AdminRunSchema,
    'Newest first for `failed`, oldest first for `stuck`',
  ),
  errors: [],
});

export const listAdminCauses = defineContract({
  ...operators,
  id: 'listAdminCauses',
  method: 'GET',
  path: '/app/api/admin/causes',
  summary: 'Group failed generations by error code and model',
  idempotency: 'none',
  query: AdminCauseQuery,
  response: AdminCauseList,
  errors: [],
});
