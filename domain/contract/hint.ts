import leven from 'leven';

/** The nearest known name, when it is near enough to be meant. */
export function suggestName(name: string, known: readonly string[]): string | null {
  // What is far longer than any name is near to none, and the distance is costly to find.
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
