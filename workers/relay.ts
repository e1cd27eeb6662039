import { findRestoreTime } from '../domain/durable/restore-time.js';
import { countPending, startPending, type RelayCursor } from '../domain/durable/relay-starts.js';
import type { Deps } from '../runtime/deps.js';

const ROUND_MS = 1_000;

/**
 * Every second, starts the workflows that requests could not start. Also detects a restored
 * database quickly, because posts that are due before the detection are not sent.
 * @returns a function that ends the loop after the current round
 */
export function runRelay(deps: Deps): () => Promise<void> {
  const place: RelayCursor = { after: '' };
  let ended = false;
  let wake: () => void = () => undefined;

  /**
   * Starts due workflows for a second at most, so that the gauge is updated during a long drain.
   */
  async function runRound(): Promise<boolean> {
    const end = Date.now() + ROUND_MS;
    await noticeRestore(deps);
    let started = 0;
    do {
      started = await startPending(deps, place);
      deps.metrics.outboxTaken.inc(started);
    } while (started > 0 && !ended && Date.now() < end);
    deps.metrics.outboxWaiting.set(await countPending(deps.db));
    return started > 0;
  }

  async function runLoop(): Promise<void> {
    while (!ended) {
      const more = await runRound().catch((error: unknown) => {
        deps.log.warn({ err: error }, 'relay round failed: the next round tries again');
        return false;
      });
      if (ended) return;
      if (more) continue;
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

/** A restore is logged while its epoch is younger than this many milliseconds. */
const NEW_MS = 5_000;

async function noticeRestore({ db, log }: Pick<Deps, 'db' | 'log'>): Promise<void> {
  const restored = await findRestoreTime(db.manager);
  if (restored === null || Date.now() - restored.getTime() > NEW_MS) return;
  log.warn(
    { at: restored.toISOString() },
    'the database was restored or moved: posts due before this time are checked and not sent',
  );
}
