import leven from 'leven';

/** Suggests the nearest known name, when the caller may have meant it. */
export function suggestName(name: string, known: readonly string[]): string | null {
  // A text that is far longer than any name is near to none, and its distance is costly to compute.
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
