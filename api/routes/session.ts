import { SessionSchema } from '../../domain/contract/session.js';
import { defineContract, type Contract } from '../contract.js';

/** Fields shared by all dashboard-only routes. */
export const dashboard = {
  tag: 'Dashboard',
  entryPoint: 'app',
  scope: 'read',
  status: 200,
} as const satisfies Partial<Contract>;

export const getSession = defineContract({
  ...dashboard,
  id: 'getSession',
  method: 'GET',
  path: '/app/api/session',
  summary: 'Get the current session',
  idempotency: 'none',
  response: SessionSchema,
  errors: [],
});
