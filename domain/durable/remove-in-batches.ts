/**
 * Removes rows in batches of one statement each, so that locks are short.
 * @param remove removes a batch and returns the number of removed rows
 * @param batchesMax limit per call; the next call continues
 * @param signal stops the removal between two batches
 * @returns the number of removed rows
 */
export async function removeInBatches(
  remove: () => Promise<number>,
  batchesMax: number,
  signal?: AbortSignal,
): Promise<number> {
  let removed = 0;
  for (let batch = 0; batch < batchesMax && !signal?.aborted; batch += 1) {
    const count = await remove();
    removed += count;
    if (count === 0) break;
  }
  return removed;
}
