import type { Route } from './route.js';
import {
  createAdminAccount,
  createAdminSignInLink,
  getAdminAccount,
  grantAdminCredits,
  listAdminAccounts,
  raiseAdminLimit,
  updateAdminAccount,
} from './handlers/admin-accounts.js';
import { listAdminCauses, listAdminProviders, listAdminRuns } from './handlers/admin-runs.js';

/** The endpoints of the admin pages, which only operators may use. */
export const OPERATOR_ROUTES: readonly Route[] = [
  listAdminAccounts,
  getAdminAccount,
  grantAdminCredits,
  raiseAdminLimit,
  createAdminAccount,
  updateAdminAccount,
  createAdminSignInLink,
  listAdminProviders,
  listAdminRuns,
  listAdminCauses,
];
