import type { Context, Middleware } from 'koa';
import { Type, type Static } from 'typebox';
import { Refusal, refuseInvalid } from '../../domain/contract/refusal.js';
import type { NewSession } from '../../domain/identity/begin-session.js';
import { endSession } from '../../domain/identity/authenticate-session.js';
import { useSecret } from '../../domain/identity/use-secret.js';
import type { Deps } from '../../runtime/deps.js';
import type { Edge } from '../edge.js';
import { compileCheck } from '../validate.js';
import { readSmallBody } from './read-small-body.js';
import { expectSameOrigin } from './same-origin.js';
import { runAsStranger } from './stranger-turn.js';
import { createSessionCookie } from './cookie.js';

const SIGN_IN_PATH = '/app/api/session';

/**
 * Serves POST and DELETE of `/app/api/session`: POST signs in with a link's secret, DELETE signs
 * out. GET of the same path, which returns the signed-in person, is in the route table. POST and
 * DELETE are not, because the caller is not authenticated yet, or no longer.
 */
export function serveSignIn(deps: Deps, edge: Edge): Middleware {
  const cookie = createSessionCookie(deps.env.publicUrl);
  return async (ctx, next) => {
    if (ctx.path !== SIGN_IN_PATH) return next();
    if (ctx.method === 'POST') {
      ctx.state.routeId = 'signIn';
      expectSameOrigin(ctx, deps.env.publicUrl);
      cookie.write(ctx, await signIn(ctx, deps, edge));
      return send(ctx, 201, { object: 'session', signed_in: true });
    }
    if (ctx.method !== 'DELETE') return next();
    ctx.state.routeId = 'signOut';
    expectSameOrigin(ctx, deps.env.publicUrl);
    const token = cookie.read(ctx);
    if (token !== null) {
      const ended = await runAsStranger(ctx, deps, edge, () => endSession(deps.db, token));
      if (!ended) edge.ipLimit.count(ctx.ip);
    }
    cookie.clear(ctx);
    send(ctx, 200, { object: 'session', deleted: true });
  };
}

function send(ctx: Context, status: number, body: object): void {
  ctx.status = status;
  ctx.set('Cache-Control', 'no-store');
  ctx.body = body;
}

const SignInSchema = Type.Object(
  { secret: Type.String({ maxLength: 200, description: 'The part after `#` in the link' }) },
  { additionalProperties: false },
);
const check = compileCheck(SignInSchema, 'body');

async function signIn(ctx: Context, deps: Deps, edge: Edge): Promise<NewSession> {
  const { value, issues, count } = check(await readSmallBody(ctx, edge));
  if (issues.length > 0) throw refuseInvalid(issues, count);
  const { secret } = value as Static<typeof SignInSchema>;
  const use = () => useSecret(deps.db, secret, ctx.get('User-Agent'));
  const session = await runAsStranger(ctx, deps, edge, use);
  if (session) return session;
  edge.ipLimit.count(ctx.ip);
  throw new Refusal('UNAUTHORIZED', {
    message: 'This link was already used, has expired or is not valid. Ask for a new one.',
    headers: { 'WWW-Authenticate': 'Session' },
  });
}
