import { SessionSchema } from '../../domain/contract/session.js';
import { describeSession } from '../../domain/identity/describe-session.js';
import { route } from '../route.js';

/** What every row of the dashboard alone has in common. */
export const dashboard = { tag: 'Dashboard', door: 'app', scope: 'read', status: 200 } as const;

export const getSession = route({
  ...dashboard,
  id: 'getSession',
  method: 'GET',
  path: '/app/api/session',
  summary: 'Who is signed in',
  idempotency: 'none',
  response: SessionSchema,
  errors: [],
  async handle({ caller, deps }) {
    const { temporalUiUrl } = deps.env;
    const passkeysPossible = deps.passkeys !== null;
    return describeSession(deps.db.manager, caller, { passkeysPossible, temporalUiUrl });
  },
});
