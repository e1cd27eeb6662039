import { countStuck } from '../domain/operator/stuck-generations.js';
import type { Deps } from '../runtime/deps.js';

/** Prometheus asks about four times a minute. */
const EVERY_MS = 15_000;

/**
 * Keeps the gauge `stuck_generations` up to date, whether Temporal answers or not.
 * @returns a function that ends it
 */
export function watchStuck(
  deps: Pick<Deps, 'db' | 'env' | 'log' | 'metrics'>,
): () => Promise<void> {
  let running: Promise<void> | null = null;
  const look = async () => {
    try {
      deps.metrics.stuckGenerations.set(await countStuck(deps.db, deps.env.reconcileAfterSeconds));
    } catch (error) {
      deps.log.warn({ err: error }, 'stuck generations were not counted');
    }
  };
  const begin = () => {
    running ??= look().finally(() => (running = null));
  };
  begin();
  const timer = setInterval(begin, EVERY_MS);
  return async () => {
    clearInterval(timer);
    await running;
  };
}
