import leven from 'leven';

/** Suggests the closest known name, if the caller may have meant it; otherwise null. */
export function suggestName(name: string, known: readonly string[]): string | null {
  // A much longer text is not close to any name, and its distance is expensive to compute.
  if (name.length > 100) return null;
  const near = known
    .map((candidate) => ({
      candidate,
      distance: leven(name.toLowerCase(), candidate.toLowerCase()),
    }))
    .toSorted((a, b) => a.distance - b.distance)[0];
  const close = near && near.distance <= Math.max(1, Math.floor(near.candidate.length / 3));
  return close ? `did you mean \`${near.candidate}\`?` : null;
}
