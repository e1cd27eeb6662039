import type { Context } from 'koa';
import { Refusal } from '../../domain/contract/refusal.js';
import { runInTurn, type TurnQueue } from '../../domain/ports/turns.js';
import type { Deps } from '../../runtime/deps.js';
import type { Edge } from '../edge.js';

/**
 * Runs work for an unauthenticated client if its network is within its limit. Such clients have a
 * separate queue, so that authenticated clients do not wait for them.
 * @throws {Refusal} RATE_LIMITED, before anything is read; UNAVAILABLE if the queue is full
 */
export async function runAsStranger<T>(
  ctx: Context,
  { strangers }: Pick<Deps, 'strangers'>,
  { ipLimit }: Pick<Edge, 'ipLimit'>,
  work: () => Promise<T>,
): Promise<T> {
  ipLimit.expectWithinLimit(ctx.ip);
  return runInOwnerTurn(strangers, ctx.ip, work);
}

/**
 * Runs the work in its owner's queue.
 * @throws {Refusal} UNAVAILABLE if the queue is full or the wait times out
 */
export const runInOwnerTurn = <T>(
  turns: TurnQueue,
  owner: string,
  work: () => Promise<T>,
): Promise<T> => runInTurn(turns, owner, work, refuseBusy);

const refuseBusy = (): Refusal =>
  new Refusal('UNAVAILABLE', {
    message: 'The server is busy: too many requests are waiting. Repeat the request in a second.',
    headers: { 'Retry-After': '1' },
  });
