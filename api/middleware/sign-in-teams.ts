import type { Context, Middleware } from 'koa';
import { Type, type Static } from 'typebox';
import { PrefixedId } from '../../domain/contract/common.js';
import { Refusal, refuseInvalid } from '../../domain/contract/refusal.js';
import { enterTeam, findTeams } from '../../domain/identity/sign-on.js';
import type { Deps } from '../../runtime/deps.js';
import type { Edge } from '../edge.js';
import { compileCheck } from '../validate.js';
import { createEmailCookie } from './email-cookie.js';
import { readSmallBody } from './read-small-body.js';
import { expectSameOrigin } from './same-origin.js';
import { createSessionCookie } from './cookie.js';
import { runAsStranger } from './stranger-turn.js';

const PATH = '/app/api/sign-in/teams';

const ChoiceSchema = Type.Object(
  { account_id: PrefixedId('acc', 'The team') },
  { additionalProperties: false },
);
const check = compileCheck(ChoiceSchema, 'body');

/**
 * Serves the teams of a person who returns from single sign-on: GET lists them, POST enters one.
 * The person chooses if several teams have the address, or if the only team has just invited it: a
 * wrong guess could put work and its costs into the wrong account.
 */
export function serveTeamChoice(deps: Deps, edge: Edge): Middleware {
  const cookie = createEmailCookie(deps);
  return async (ctx, next) => {
    if (ctx.path !== PATH || !['GET', 'POST'].includes(ctx.method)) return next();
    ctx.state.routeId = 'chooseTeam';
    ctx.set('Cache-Control', 'no-store');
    expectSameOrigin(ctx, deps.env.publicUrl);
    const email = cookie.read(ctx);
    if (email === null) throw refuseUnverified(ctx, edge);
    const runInStrangerTurn = <T>(work: () => Promise<T>) => runAsStranger(ctx, deps, edge, work);
    if (ctx.method === 'GET') {
      const teams = await runInStrangerTurn(() => findTeams(deps.db.manager, email));
      const data = teams.map(({ accountId, name, joined }) => ({
        id: accountId,
        object: 'team',
        name,
        joined,
      }));
      ctx.body = { object: 'list', data };
      return;
    }
    const accountId = await readChoice(ctx, edge);
    const enter = () => enterTeam(deps.db, { email, accountId }, ctx.get('User-Agent'));
    const session = await runInStrangerTurn(enter);
    if (!session) throw refuseUnverified(ctx, edge);
    cookie.clear(ctx);
    createSessionCookie(deps.env.publicUrl).write(ctx, session);
    ctx.status = 201;
    ctx.body = { object: 'session', signed_in: true };
  };
}

async function readChoice(ctx: Context, edge: Edge): Promise<string> {
  const { value, issues, count } = check(await readSmallBody(ctx, edge));
  if (issues.length > 0) throw refuseInvalid(issues, count);
  return (value as Static<typeof ChoiceSchema>).account_id;
}

/** Refuses a wrong address, time or team with the same response. */
function refuseUnverified(ctx: Context, edge: Edge): Refusal {
  edge.ipLimit.count(ctx.ip);
  return new Refusal('UNAUTHORIZED', {
    message: 'This choice has expired. Sign in with single sign-on again.',
    headers: { 'WWW-Authenticate': 'Session' },
  });
}
