/** Functions that close child processes that several test files use, such as a shared browser. */
const kept = new Set<() => Promise<void>>();

/**
 * Keeps a child process running after the test file that started it.
 * @param close called at the end of a run in one process; otherwise the child ends with its parent
 * @returns a function to call when the child has ended
 */
export function keepOpen(close: () => Promise<void>): () => void {
  kept.add(close);
  return () => void kept.delete(close);
}

export const countKept = (): number => kept.size;

export async function closeKept(): Promise<void> {
  await Promise.all([...kept].map((close) => close()));
}
