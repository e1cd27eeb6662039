import {
  AdminOverviewQuery,
  AdminOverviewSchema,
  AdminProviderHistoryList,
} from '../../domain/contract/admin-overview.js';
import { operators } from './admin-accounts.js';
import { defineContract } from '../contract.js';

export const getAdminOverview = defineContract({
  ...operators,
  id: 'getAdminOverview',
  method: 'GET',
  path: '/app/api/admin/overview',
  summary: 'Summarize the requests of all accounts in a period',
  description: 'Counts the generations that were requested in the period, by their present state.',
  idempotency: 'none',
  query: AdminOverviewQuery,
  response: AdminOverviewSchema,
  errors: [],
});

export const listAdminProviderHistory = defineContract({
  ...operators,
  id: 'listAdminProviderHistory',
  method: 'GET',
  path: '/app/api/admin/provider-history',
  summary: "List each provider's successful and failed calls by hour",
  idempotency: 'none',
  response: AdminProviderHistoryList,
  errors: [],
});
