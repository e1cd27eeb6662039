/** Waits, or until a signal; leaves neither a timer nor a listener behind. */
export async function pause(ms: number, ended: readonly AbortSignal[]): Promise<void> {
  if (ended.some((signal) => signal.aborted)) return;
  const { promise, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, ms);
  const wake = () => resolve();
  for (const signal of ended) signal.addEventListener('abort', wake);
  await promise;
  clearTimeout(timer);
  for (const signal of ended) signal.removeEventListener('abort', wake);
}
