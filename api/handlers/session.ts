import { describeSession } from '../../domain/identity/describe-session.js';
import { route } from '../route.js';
import * as contracts from '../routes/session.js';

export const getSession = route(contracts.getSession, {
  async handle({ caller, deps }) {
    const { temporalUiUrl } = deps.env;
    const passkeysPossible = deps.passkeys !== null;
    return describeSession(deps.db.manager, caller, { passkeysPossible, temporalUiUrl });
  },
});
