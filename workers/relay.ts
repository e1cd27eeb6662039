import { pruneAnswers } from '../domain/durable/idempotency.js';
import { countPending, startPending } from '../domain/durable/start-workflow.js';
import type { Deps } from '../runtime/deps.js';

const ROUND_MS = 1_000;
const PRUNE_EVERY_ROUNDS = 600;

/**
 * Starts the workflows that their writers could not, once a second, and removes old answers.
 * @returns ends the loop after the round that is under way
 */
export function runRelay(deps: Deps): () => Promise<void> {
  let ended = false;
  let wake: () => void = () => undefined;

  async function round(number: number): Promise<void> {
    let taken = 0;
    do {
      taken = await startPending(deps);
      deps.metrics.outboxTaken.inc(taken);
    } while (taken > 0 && !ended);
    deps.metrics.outboxWaiting.set(await countPending(deps.db));
    if (number % PRUNE_EVERY_ROUNDS !== 0) return;
    let pruned = 0;
    do pruned = await pruneAnswers(deps.db.manager);
    while (pruned > 0 && !ended);
  }

  async function loop(): Promise<void> {
    for (let number = 0; !ended; number += 1) {
      await round(number).catch((error: unknown) =>
        deps.log.warn({ err: error }, 'relay round failed'),
      );
      if (ended) return;
      await new Promise<void>((resolve) => {
        wake = resolve;
        setTimeout(resolve, ROUND_MS).unref();
      });
    }
  }

  const running = loop();
  return () => {
    ended = true;
    wake();
    return running;
  };
}
