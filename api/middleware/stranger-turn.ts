import type { Context } from 'koa';
import { Refusal } from '../../domain/contract/refusal.js';
import { NoTurn, type Turns } from '../../domain/ports/turns.js';
import type { Deps } from '../../runtime/deps.js';
import type { Edge } from '../edge.js';

/**
 * Reads or writes something for somebody who is not known yet: only while their network is within its
 * limit, and when it is its turn. So nobody who is known waits for a crowd of strangers.
 * @throws {Refusal} RATE_LIMITED, before anything is read; UNAVAILABLE when too many come together
 */
export async function takeStrangerTurn<T>(
  ctx: Context,
  { strangers }: Pick<Deps, 'strangers'>,
  { ipLimit }: Pick<Edge, 'ipLimit'>,
  work: () => Promise<T>,
): Promise<T> {
  ipLimit.expectRoom(ctx.ip);
  return takeTurnOf(strangers, ctx.ip, work);
}

/**
 * Does the work when it is its owner's turn.
 * @throws {Refusal} UNAVAILABLE when it never was
 */
export async function takeTurnOf<T>(
  turns: Turns,
  owner: string,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await turns.take(owner, work);
  } catch (error) {
    if (!(error instanceof NoTurn)) throw error;
    throw new Refusal('UNAVAILABLE', {
      message: 'The server is busy: too many requests are waiting. Repeat the request in a second.',
      headers: { 'Retry-After': '1' },
    });
  }
}
