/** Functions that close child processes that stay open between files, such as a shared browser. */
const kept = new Set<() => Promise<void>>();

/**
 * Keeps a child process open after the file that started it.
 * @param close called at the end of a run in one process; with several, the child ends with its
 * parent
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
