/** How to close each child process that stays open from file to file, as a shared browser does. */
const kept = new Set<() => Promise<void>>();

/**
 * Keeps one child process of this process open after the file that started it.
 * @param close called at the end of a run in one process; with several, the child ends with its own
 * @returns to be called when the child has ended
 */
export function keepOpen(close: () => Promise<void>): () => void {
  kept.add(close);
  return () => void kept.delete(close);
}

export const countKept = (): number => kept.size;

export async function closeKept(): Promise<void> {
  await Promise.all([...kept].map((close) => close()));
}
