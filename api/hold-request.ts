import type { Caller } from '../domain/accounts/caller.js';
import type { WorkBody, WorkRef } from '../domain/contract/work.js';
import { refuseUnknown } from '../domain/contract/refusal.js';
import { readWork } from '../domain/generations/read-work.js';
import { isUnderWay, waitUntilEnd } from '../domain/generations/watch-generations.js';
import type { Deps } from '../runtime/deps.js';
import { readPreferredWait } from './prefer.js';
import type { AnswerRequest, Client, FinishedAnswer } from './route.js';
import type { Edge } from './edge.js';

/** A request that is kept open until its generation or speech ends. */
export interface HeldRequest {
  readonly caller: Pick<Caller, 'accountId' | 'scopes'>;
  readonly deps: Deps;
  readonly edge: Pick<Edge, 'generations' | 'stageTimes'>;
  readonly client: Client;
}

/**
 * Waits until a generation or speech has ended, the timeout passes, the client disconnects, or the
 * process stops.
 * @returns the state after the wait; null if it does not exist
 */
async function holdUntilEnd<Name extends WorkBody['object']>(
  { caller: { accountId }, deps, edge, client }: HeldRequest,
  { id, object }: WorkRef<Name>,
  seconds: number,
): Promise<Extract<WorkBody, { object: Name }> | null> {
  const began = performance.now();
  const ended = [client.gone(), deps.stopping.signal];
  await waitUntilEnd(edge.generations, { id, seconds, ended });
  client.noteHeld(performance.now() - began);
  return readWork(deps, { id, object, accountId }, edge.stageTimes());
}

/**
 * Holds a request for the current state of a generation or speech until it ends.
 * @param now its state when the request came; null if the account has none with this id
 * @throws {Refusal} NOT_FOUND; RATE_LIMITED if too many requests of the account wait
 */
export async function holdIfOpen<Name extends WorkBody['object']>(
  request: HeldRequest & { readonly edge: Pick<Edge, 'waits'> },
  ref: WorkRef<Name>,
  now: Extract<WorkBody, { object: Name }> | null,
  seconds: number,
): Promise<Extract<WorkBody, { object: Name }>> {
  if (!now) throw refuseUnknown(ref.object, ref.id);
  if (seconds === 0 || !isUnderWay(now.status)) return now;
  const leave = request.edge.waits.enter(request.caller.accountId);
  const later = await holdUntilEnd(request, ref, seconds).finally(leave);
  if (!later) throw refuseUnknown(ref.object, ref.id);
  return later;
}

/**
 * Keeps an accepted request open if its client sent `Prefer: wait`. The generation is already
 * accepted, so this never fails. It returns the accepted response if the service cannot wait: too
 * many requests are waiting, the key may not read generations, or the database is unavailable.
 * @param accepted the stored response, which is not changed
 */
export async function finishAccepted(
  accepted: string,
  request: AnswerRequest & HeldRequest,
): Promise<FinishedAnswer> {
  const seconds = readPreferredWait(request.prefer);
  const { caller, edge } = request;
  if (seconds === null || !caller.scopes.includes('read')) return { text: accepted };
  const leave = edge.waits.tryToEnter(caller.accountId);
  if (!leave) return { text: accepted };
  const { id, object } = JSON.parse(accepted) as WorkBody;
  const work = await holdUntilEnd(request, { id, object }, seconds)
    .catch(() => null)
    .finally(leave);
  if (!work) return { text: accepted };
  return {
    text: JSON.stringify(work),
    status: isUnderWay(work.status) ? 202 : 201,
    headers: { 'Preference-Applied': `wait=${seconds}` },
  };
}
