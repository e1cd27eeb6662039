import { presentPage } from '../../domain/contract/common.js';
import { findSessions, revokeSession } from '../../domain/identity/change-sessions.js';
import { describeSession } from '../../domain/identity/describe-session.js';
import { route } from '../route.js';
import * as contracts from '../routes/sessions.js';

export const getSession = route(contracts.getSession, {
  async handle({ caller, deps }) {
    const { temporalUiUrl } = deps.env;
    const passkeysPossible = deps.passkeys !== null;
    return describeSession(deps.db.manager, caller, { passkeysPossible, temporalUiUrl });
  },
});

export const listSessions = route(contracts.listSessions, {
  async handle({ query, caller, deps }) {
    return presentPage(await findSessions(deps.db.manager, caller, query), (row) => row);
  },
});

export const deleteSession = route(contracts.deleteSession, {
  async handle({ params, caller, claim, deps }) {
    return revokeSession(deps, caller, claim, params.id);
  },
});
