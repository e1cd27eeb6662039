import {
  createAdminAccount,
  createAdminSignInLink,
  getAdminAccount,
  grantAdminCredits,
  listAdminAccounts,
  listAdminKeys,
  raiseAdminLimit,
  updateAdminAccount,
} from './handlers/admin-accounts.js';
import { getAdminOverview, listAdminProviderHistory } from './handlers/admin-overview.js';
import { listAdminCauses, listAdminProviders, listAdminRuns } from './handlers/admin-runs.js';
import type { Route } from './route.js';

/** The endpoints of the admin pages, which only operators may use. */
export const OPERATOR_ROUTES: readonly Route[] = [
  getAdminOverview,
  listAdminAccounts,
  getAdminAccount,
  listAdminKeys,
  grantAdminCredits,
  raiseAdminLimit,
  createAdminAccount,
  updateAdminAccount,
  createAdminSignInLink,
  listAdminProviders,
  listAdminProviderHistory,
  listAdminRuns,
  listAdminCauses,
];
