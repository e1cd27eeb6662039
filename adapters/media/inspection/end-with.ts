/**
 * Waits until a task is done or the signal aborts; an aborted inspection stops at its next read.
 */
export async function endWith<T>(signal: AbortSignal, task: Promise<T>): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>();
  const end = () => reject(signal.reason as Error);
  signal.addEventListener('abort', end, { once: true });
  try {
    return await Promise.race([task, promise]);
  } finally {
    signal.removeEventListener('abort', end);
  }
}
