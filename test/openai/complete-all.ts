import { setTimeout as pause } from 'node:timers/promises';
import type { ApiSuite } from '../api/suite.js';

/**
 * Completes every queued generation and speech of an account, as workers do, until the caller stops
 * it.
 * @param file output of each generation
 */
export function completeAll(
  suite: ApiSuite,
  accountId: string,
  file?: Buffer,
): () => Promise<void> {
  const stopped = new AbortController();
  const run = async () => {
    while (!stopped.signal.aborted) {
      const queued: { id: string }[] = await suite.db.query(
        "SELECT id FROM generation WHERE account_id = $1 AND status = 'queued'",
        [accountId],
      );
      const complete = (id: string) =>
        id.startsWith('spc_') ? suite.speak(id) : suite.complete(id, file);
      await Promise.all(queued.map(({ id }) => complete(id)));
      await pause(20);
    }
  };
  const running = run();
  return async () => {
    stopped.abort();
    await running;
  };
}
