import { CancellationScope, isCancellation, sleep } from '@temporalio/workflow';
import { describeWait } from './describe-run.js';

/**
 * Runs a pipeline, and cancels its generation at a given time. If the time has already passed,
 * cancels before the pipeline begins, without scheduling a step. Must run in the scope that
 * `cancel` cancels.
 * @param cancelAt Unix milliseconds; undefined if the generation has no such time
 * @param cancel cancels the generation, unless its row says that it has begun
 */
export async function cancelAfter<T>(
  cancelAt: number | undefined,
  cancel: (cancelAt: number) => Promise<unknown>,
  pipeline: () => Promise<T>,
): Promise<T> {
  if (cancelAt === undefined) return pipeline();
  const waitMs = cancelAt - Date.now();
  if (waitMs <= 0) {
    await cancel(cancelAt);
    return pipeline();
  }
  const timer = new CancellationScope();
  const summary = `Cancel-After, in ${describeWait(waitMs)}`;
  const overdue = timer
    .run(() => sleep(waitMs, { summary }))
    .then(() => cancel(cancelAt), ignoreCancel);
  try {
    return await pipeline();
  } finally {
    timer.cancel();
    await overdue;
  }
}

function ignoreCancel(error: unknown): void {
  if (!isCancellation(error)) throw error;
}
