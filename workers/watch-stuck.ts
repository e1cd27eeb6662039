import { countStuck } from '../domain/operator/stuck-rows.js';
import type { Deps } from '../runtime/deps.js';

/** Prometheus scrapes about four times a minute. */
const EVERY_MS = 15_000;

/**
 * Updates the gauges `stuck_generations` and `stuck_posts`, whether Temporal responds or not.
 * @returns a function that stops the updates
 */
export function watchStuck(
  deps: Pick<Deps, 'db' | 'env' | 'log' | 'metrics'>,
): () => Promise<void> {
  let running: Promise<void> | null = null;
  const countStuckRuns = async () => {
    try {
      const { db, metrics } = deps;
      const { reconcileAfterSeconds: after } = deps.env;
      metrics.stuckGenerations.set(await countStuck(db, 'generation', after));
      metrics.stuckPosts.set(await countStuck(db, 'social_post', after));
    } catch (error) {
      deps.log.warn({ err: error }, 'could not count stuck rows: the gauges keep their values');
    }
  };
  const begin = () => {
    running ??= countStuckRuns().finally(() => (running = null));
  };
  begin();
  const timer = setInterval(begin, EVERY_MS);
  return async () => {
    clearInterval(timer);
    await running;
  };
}
