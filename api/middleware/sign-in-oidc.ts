import type { Context, Middleware } from 'koa';
import { Refusal } from '../../domain/contract/refusal.js';
import { createSecret, SECRET } from '../../domain/identity/session-secrets.js';
import { deriveSecrets, enterTeam, findTeams, type Entry } from '../../domain/identity/sign-on.js';
import type { SingleSignOn } from '../../domain/ports/single-sign-on.js';
import type { Deps } from '../../runtime/deps.js';
import type { Edge } from '../edge.js';
import { createCookie, createSessionCookie } from './cookie.js';
import { createEmailCookie } from './email-cookie.js';
import { runAsStranger } from './stranger-turn.js';

const WAYS_PATH = '/app/api/sign-in';
const BEGIN_PATH = '/app/api/sign-in/oidc';
const FINISH_PATH = '/app/api/sign-in/oidc/callback';

/** Time limit for signing in at the issuer. */
const COOKIE_SECONDS = 600;

/** Reason for returning to the sign-in page. */
type SignInProblem = 'unknown' | 'failed';

interface SignInRequest {
  readonly ctx: Context;
  readonly deps: Deps;
  readonly edge: Edge;
  readonly issuer: SingleSignOn;
}

/**
 * Serves GET of three paths: the list of sign-in methods, the redirect to the single sign-on
 * issuer, and the return from it. These paths are not in the route table, because the caller is not
 * authenticated yet.
 */
export function serveSignOn(deps: Deps, edge: Edge): Middleware {
  return async (ctx, next) => {
    if (ctx.method !== 'GET' || ![WAYS_PATH, BEGIN_PATH, FINISH_PATH].includes(ctx.path)) {
      return next();
    }
    ctx.state.routeId = 'singleSignOn';
    ctx.set('Cache-Control', 'no-store');
    const { passkeys, singleSignOn: issuer } = deps;
    if (ctx.path === WAYS_PATH) {
      const ways = { passkeys: passkeys !== null, single_sign_on: issuer !== null };
      ctx.body = { object: 'sign_in', ...ways };
      return;
    }
    if (issuer === null) return next();
    edge.ipLimit.expectWithinLimit(ctx.ip);
    const visit = { ctx, deps, edge, issuer };
    try {
      await (ctx.path === BEGIN_PATH ? begin(visit) : finish(visit));
    } catch (error) {
      if (error instanceof Refusal) throw error;
      edge.ipLimit.count(ctx.ip);
      deps.log.warn({ err: error }, 'single sign-on failed');
      sendBack(visit, 'failed');
    }
  };
}

/** Creates a cookie with a secret, so that a sign-in ends in the browser that started it. */
const createSignOnCookie = (publicUrl: string) =>
  createCookie(publicUrl, { name: 'sign-on', shape: SECRET });

async function begin({ ctx, deps, issuer }: SignInRequest): Promise<void> {
  const secret = createSecret();
  const address = await issuer.begin(deriveSecrets(secret));
  createSignOnCookie(deps.env.publicUrl).write(ctx, secret, COOKIE_SECONDS);
  sendTo(ctx, address);
}

async function finish(visit: SignInRequest): Promise<void> {
  const { ctx, deps, edge, issuer } = visit;
  const { publicUrl } = deps.env;
  const cookie = createSignOnCookie(publicUrl);
  const secret = cookie.read(ctx);
  cookie.clear(ctx);
  if (secret === null) throw new Error('it did not begin in this browser, or too long ago');
  const email = await issuer.finish(ctx.querystring, deriveSecrets(secret));
  const runInStrangerTurn = <T>(work: () => Promise<T>) => runAsStranger(ctx, deps, edge, work);
  const teams = email ? await runInStrangerTurn(() => findTeams(deps.db.manager, email)) : [];
  const [team] = teams;
  // An invitation is not consent, because anyone can invite an address.
  if (email && team && (teams.length > 1 || !team.joined)) {
    createEmailCookie(deps).write(ctx, email);
    return sendTo(ctx, `${publicUrl}/app/sign-in?choose=team`);
  }
  const enter = (entry: Entry) => enterTeam(deps.db, entry, ctx.get('User-Agent'));
  const session = email && team && (await runInStrangerTurn(() => enter({ ...team, email })));
  if (!session) {
    edge.ipLimit.count(ctx.ip);
    return sendBack(visit, 'unknown');
  }
  createSessionCookie(publicUrl).write(ctx, session);
  sendTo(ctx, `${publicUrl}/app`);
}

const sendBack = ({ ctx, deps }: SignInRequest, problem: SignInProblem): void =>
  sendTo(ctx, `${deps.env.publicUrl}/app/sign-in?refused=${problem}`);

function sendTo(ctx: Context, address: string): void {
  ctx.status = 303;
  ctx.set('Location', address);
  ctx.set('Referrer-Policy', 'no-referrer');
}
