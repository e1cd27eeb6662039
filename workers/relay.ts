import { pruneRefused } from '../domain/durable/request-records.js';
import { pruneAnswers } from '../domain/durable/stored-answers.js';
import { countPending, startPending } from '../domain/durable/start-workflow.js';
import type { Deps } from '../runtime/deps.js';

const ROUND_MS = 1_000;
const PRUNE_EVERY_ROUNDS = 600;

/**
 * Once a second, starts the workflows that requests could not start, and removes old answers.
 * @returns a function that ends the loop after the current round
 */
export function runRelay(deps: Deps): () => Promise<void> {
  let ended = false;
  let wake: () => void = () => undefined;

  async function runRound(number: number): Promise<void> {
    let taken = 0;
    do {
      taken = await startPending(deps);
      deps.metrics.outboxTaken.inc(taken);
    } while (taken > 0 && !ended);
    deps.metrics.outboxWaiting.set(await countPending(deps.db));
    if (number % PRUNE_EVERY_ROUNDS !== 0) return;
    for (const prune of [pruneAnswers, pruneRefused]) {
      let pruned = 0;
      do pruned = await prune(deps.db.manager);
      while (pruned > 0 && !ended);
    }
  }

  async function runLoop(): Promise<void> {
    for (let number = 0; !ended; number += 1) {
      await runRound(number).catch((error: unknown) =>
        deps.log.warn({ err: error }, 'relay round failed'),
      );
      if (ended) return;
      await new Promise<void>((resolve) => {
        wake = resolve;
        setTimeout(resolve, ROUND_MS).unref();
      });
    }
  }

  const running = runLoop();
  return () => {
    ended = true;
    wake();
    return running;
  };
}
