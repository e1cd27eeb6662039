import type { Context, Middleware } from 'koa';
import type { Static } from 'typebox';
import { SignInPasskeySchema } from '../../domain/contract/passkey.js';
import { Refusal, refuseInvalid } from '../../domain/contract/refusal.js';
import { expectPasskeys } from '../../domain/identity/change-passkeys.js';
import { askForSignature, usePasskey } from '../../domain/identity/use-passkey.js';
import type { Deps } from '../../runtime/deps.js';
import type { Edge } from '../edge.js';
import { compileCheck } from '../validate.js';
import { readSmallBody } from './read-small-body.js';
import { expectSameOrigin } from './same-origin.js';
import { runAsStranger } from './stranger-turn.js';
import { createSessionCookie } from './cookie.js';

const ASK_PATH = '/app/api/session/passkey-options';
const ANSWER_PATH = '/app/api/session/passkey';
const check = compileCheck(SignInPasskeySchema, 'body');

/**
 * Serves POST of two paths: one requests a passkey signature from the browser, the other signs in
 * with it. They are not in the route table, because the caller is not authenticated yet.
 */
export function servePasskeySignIn(deps: Deps, edge: Edge): Middleware {
  const cookie = createSessionCookie(deps.env.publicUrl);
  return async (ctx, next) => {
    if (ctx.method !== 'POST' || ![ASK_PATH, ANSWER_PATH].includes(ctx.path)) return next();
    ctx.state.routeId = 'signInWithPasskey';
    expectSameOrigin(ctx, deps.env.publicUrl);
    const signInDeps = { db: deps.db, passkeys: expectPasskeys(deps) };
    ctx.set('Cache-Control', 'no-store');
    if (ctx.path === ASK_PATH) {
      // Each request stores a row for 5 minutes, and there is no authenticated caller to limit.
      edge.ipLimit.count(ctx.ip);
      const ask = () => askForSignature(signInDeps);
      const options = await runAsStranger(ctx, deps, edge, ask);
      ctx.body = { object: 'passkey_options', options };
      return;
    }
    const given = await readAnswer(ctx, edge);
    const use = () => usePasskey(signInDeps, given, ctx.get('User-Agent'));
    const session = await runAsStranger(ctx, deps, edge, use);
    if (!session) {
      edge.ipLimit.count(ctx.ip);
      throw refusePasskey();
    }
    cookie.write(ctx, session);
    ctx.status = 201;
    ctx.body = { object: 'session', signed_in: true };
  };
}

async function readAnswer(ctx: Context, edge: Edge) {
  const { value, issues, count } = check(await readSmallBody(ctx, edge));
  if (issues.length > 0) throw refuseInvalid(issues, count);
  return (value as Static<typeof SignInPasskeySchema>).credential;
}

const refusePasskey = (): Refusal =>
  new Refusal('UNAUTHORIZED', {
    message: 'This passkey is unknown, or the request has expired. Try again.',
    headers: { 'WWW-Authenticate': 'Session' },
  });
