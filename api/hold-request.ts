import type { Caller } from '../domain/accounts/caller.js';
import type { GenerationBody } from '../domain/contract/generation.js';
import { readGeneration } from '../domain/generations/read-generation.js';
import { isUnderWay, waitUntilEnd } from '../domain/generations/watch-generations.js';
import type { Deps } from '../runtime/deps.js';
import { readPreferredWait } from './prefer.js';
import type { AnswerRequest, Client, FinishedAnswer } from './route.js';
import type { Edge } from './edge.js';

/** A request that is kept open until its generation ends. */
export interface HeldRequest {
  readonly caller: Pick<Caller, 'accountId' | 'scopes'>;
  readonly deps: Deps;
  readonly edge: Pick<Edge, 'generations' | 'stageTimes'>;
  readonly client: Client;
}

/**
 * Waits until a generation has ended, the timeout passes, the client disconnects, or the process
 * stops.
 * @returns the state after the wait; null if the generation does not exist
 */
export async function holdUntilEnd(
  { caller: { accountId }, deps, edge, client }: HeldRequest,
  id: string,
  seconds: number,
): Promise<GenerationBody | null> {
  const began = performance.now();
  const ended = [client.gone(), deps.stopping.signal];
  await waitUntilEnd(edge.generations, { id, seconds, ended });
  client.noteHeld(performance.now() - began);
  return readGeneration(deps.db.manager, { id, accountId }, deps, edge.stageTimes());
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
  const { id } = JSON.parse(accepted) as GenerationBody;
  const generation = await holdUntilEnd(request, id, seconds)
    .catch(() => null)
    .finally(leave);
  if (!generation) return { text: accepted };
  return {
    text: JSON.stringify(generation),
    status: isUnderWay(generation.status) ? 202 : 201,
    headers: { 'Preference-Applied': `wait=${seconds}` },
  };
}
