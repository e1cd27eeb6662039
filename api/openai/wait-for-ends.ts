import type { GenerationBody } from '../../domain/contract/generation.js';
import { Refusal } from '../../domain/contract/refusal.js';
import { readGenerations } from '../../domain/generations/read-generation.js';
import { isUnderWay, waitUntilEnd } from '../../domain/generations/watch-generations.js';
import { buildWorkPath } from '../../domain/contract/work.js';
import type { SpeechBody } from '../../domain/contract/speech.js';
import { readSpeech } from '../../domain/generations/read-speech.js';
import type { Held } from './endpoint.js';

/**
 * Counts a request that will wait, until its client disconnects or has its response.
 * @throws {Refusal} RATE_LIMITED if too many requests of the account are waiting
 */
export function enterWait({ edge, caller, gone }: Held): void {
  const leave = edge.waits.enter(caller.accountId);
  if (gone.aborted) leave();
  else gone.addEventListener('abort', leave, { once: true });
}

/**
 * Waits until generations have ended. All waiting requests share one query, and do not hold a
 * database connection. The generations continue if the client disconnects.
 * @throws {Refusal} UNAVAILABLE after the timeout or if this process stops, NOT_FOUND if a
 * generation was deleted
 */
export async function waitForEnds(ids: readonly string[], held: Held): Promise<GenerationBody[]> {
  const { caller, deps } = held;
  await hold(ids, held);
  const found = await readGenerations(deps.db.manager, { ids, accountId: caller.accountId }, deps);
  return ids.map((id) => {
    const generation = found.get(id);
    if (!generation) throw new Refusal('NOT_FOUND', { message: `${id} was deleted.` });
    if (isUnderWay(generation.status)) throw refuseUnfinished(id, deps.stopping.signal.aborted);
    return generation;
  });
}

/**
 * Waits until speech has ended, like `waitForEnds`.
 * @throws {Refusal} like `waitForEnds`
 */
export async function waitForSpeech(id: string, held: Held): Promise<SpeechBody> {
  const { caller, deps } = held;
  await hold([id], held);
  const speech = await readSpeech(deps.db.manager, { id, accountId: caller.accountId }, deps);
  if (!speech) throw new Refusal('NOT_FOUND', { message: `${id} was deleted.` });
  if (isUnderWay(speech.status)) throw refuseUnfinished(id, deps.stopping.signal.aborted);
  return speech;
}

async function hold(ids: readonly string[], { ctx, deps, edge, gone }: Held): Promise<void> {
  const seconds = deps.env.openAiWaitSeconds;
  const began = performance.now();
  const ended = [gone, deps.stopping.signal];
  await Promise.all(ids.map((id) => waitUntilEnd(edge.generations, { id, seconds, ended })));
  ctx.state.heldMs = performance.now() - began;
}

/**
 * Creates the refusal for an unfinished generation. A client that retries continues to wait for it.
 */
function refuseUnfinished(id: string, isStopping: boolean): Refusal {
  const why = isStopping ? 'This server restarts' : 'The time of this request is over';
  return new Refusal('UNAVAILABLE', {
    status: isStopping ? 503 : 504,
    message: `${why}, and ${id} is not finished. It goes on and is charged once. Send the request again to wait on, or read GET ${buildWorkPath(id)}.`,
    details: { openai_code: 'generation_not_finished' },
    headers: { 'Retry-After': '1' },
  });
}
