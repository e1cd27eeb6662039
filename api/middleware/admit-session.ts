import type { Context } from 'koa';
import { hasRight } from '../../domain/catalogue/roles.js';
import type { Caller } from '../../domain/accounts/caller.js';
import { Refusal } from '../../domain/contract/refusal.js';
import { authenticateSession } from '../../domain/identity/authenticate-session.js';
import { getSessionSeconds } from '../../domain/identity/begin-session.js';
import { refuseSignedOut } from '../../domain/identity/expect-session.js';
import { hashSecret } from '../../domain/identity/session-secrets.js';
import type { Deps } from '../../runtime/deps.js';
import type { Edge } from '../edge.js';
import type { Route } from '../route.js';
import { applyRateLimit, findSecretOwner } from './admit.js';
import { expectSameOrigin } from './same-origin.js';
import { createSessionCookie } from './cookie.js';

type SessionEdge = Pick<Edge, 'ipLimit' | 'knownKeys'>;
type SessionRoute = Pick<Route, 'method' | 'scope' | 'right' | 'guarded'>;

/**
 * Authenticates a request by its cookie. Checks origin (403), session (401), suspension (403),
 * request rate (429) and role (403), in this order. Missing, forged, expired and revoked sessions
 * get the same response. API keys are ignored: they are for `/v1`.
 */
export async function admitSession(
  ctx: Context,
  deps: Deps,
  edge: SessionEdge,
  route: SessionRoute,
): Promise<Caller> {
  expectSameOrigin(ctx, deps.env.publicUrl);
  const cookie = createSessionCookie(deps.env.publicUrl);
  const token = cookie.read(ctx);
  const known = token === null ? null : await findSessionCaller(ctx, deps, edge, token);
  if (!known || token === null) {
    edge.ipLimit.count(ctx.ip);
    throw refuseSignedOut();
  }
  if (known.isRenewed) cookie.write(ctx, { token, seconds: getSessionSeconds(known.caller) });
  const caller = applyRateLimit(ctx, known);
  expectRole(caller, route);
  return caller;
}

function findSessionCaller(ctx: Context, deps: Deps, edge: SessionEdge, token: string) {
  const hash = hashSecret(token);
  const find = () => authenticateSession(deps.db.manager, hash);
  return findSecretOwner(ctx, deps, edge, { hash, lookUp: find });
}

function expectRole(caller: Caller, { method, scope, right, guarded }: SessionRoute): void {
  // Scopes separate programs by purpose. A team member with read access sees everything.
  const needed = method === 'GET' && !guarded ? 'read' : scope;
  if (caller.scopes.includes(needed) && (!right || hasRight(caller, right))) return;
  throw new Refusal('FORBIDDEN', {
    message:
      right === 'operate'
        ? 'Only operators of this service can do this, in an operator session.'
        : `Your role \`${caller.role}\` does not allow this. Ask an owner of the account.`,
    details: { role: caller.role, required_scope: scope, ...(right && { required_right: right }) },
  });
}
