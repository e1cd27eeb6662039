import type { Context, Middleware } from 'koa';
import type { Static } from 'typebox';
import type {
  ClaimDeviceLoginSchema,
  StartDeviceLoginSchema,
} from '../../domain/contract/device-login.js';
import { Refusal, refuseInvalid } from '../../domain/contract/refusal.js';
import { claimDeviceLogin } from '../../domain/identity/claim-device-login.js';
import { startDeviceLogin } from '../../domain/identity/start-device-login.js';
import type { Deps } from '../../runtime/deps.js';
import type { Contract } from '../contract.js';
import type { Edge } from '../edge.js';
import * as contracts from '../routes/device-logins.js';
import { compileCheck } from '../validate.js';
import { readSmallBody } from './read-small-body.js';
import { runAsStranger } from './stranger-turn.js';

type Answer = (ctx: Context, body: never, deps: Deps, edge: Edge) => Promise<object>;

const start = async (
  ctx: Context,
  { client_name: name }: Static<typeof StartDeviceLoginSchema>,
  deps: Deps,
  edge: Edge,
): Promise<object> => {
  // Each request stores a row for 10 minutes, and there is no authenticated caller to limit.
  edge.ipLimit.count(ctx.ip);
  return runAsStranger(ctx, deps, edge, () => startDeviceLogin(deps, name, ctx.ip));
};

const claim = async (
  ctx: Context,
  { device_code: code }: Static<typeof ClaimDeviceLoginSchema>,
  deps: Deps,
  edge: Edge,
): Promise<object> => {
  const work = () => claimDeviceLogin(deps, code);
  const claimed = await runAsStranger(ctx, deps, edge, work).catch((error: unknown) => {
    // A program that respects the interval never exceeds this limit.
    edge.ipLimit.count(ctx.ip);
    throw error;
  });
  if (claimed.status === 'expired') edge.ipLimit.count(ctx.ip);
  return claimed;
};

const serves = (contract: Contract, answer: Answer) => ({
  contract,
  check: compileCheck(contract.body ?? {}, 'body'),
  answer,
});
const ENDPOINTS = [
  serves(contracts.startDeviceLogin, start),
  serves(contracts.claimDeviceLogin, claim),
];

/**
 * Serves the unauthenticated endpoints of device logins. They are not in the route table, because
 * their caller does not have a key yet.
 */
export function serveDeviceLogins(deps: Deps, edge: Edge): Middleware {
  return async (ctx, next) => {
    const endpoint = ENDPOINTS.find(({ contract }) => contract.path === ctx.path);
    if (!endpoint) return next();
    const { contract, check, answer } = endpoint;
    ctx.state.routeId = contract.id;
    if (ctx.method !== contract.method) {
      throw new Refusal('METHOD_NOT_ALLOWED', { headers: { Allow: contract.method } });
    }
    edge.ipLimit.expectWithinLimit(ctx.ip);
    const { value, issues, count } = check(await readSmallBody(ctx, edge));
    if (issues.length > 0) throw refuseInvalid(issues, count);
    const body = await answer(ctx, value as never, deps, edge);
    ctx.status = contract.status;
    ctx.set('Cache-Control', 'no-store');
    ctx.body = body;
  };
}
