import { SessionSchema } from '../../domain/contract/session.js';
import { contract } from '../contract.js';

/** What every row of the dashboard alone has in common. */
export const dashboard = { tag: 'Dashboard', door: 'app', scope: 'read', status: 200 } as const;

export const getSession = contract({
  ...dashboard,
  id: 'getSession',
  method: 'GET',
  path: '/app/api/session',
  summary: 'Who is signed in',
  idempotency: 'none',
  response: SessionSchema,
  errors: [],
});
