import leven from 'leven';

/** A command line that is not understood: exit code 2. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** Further off, a suggestion would be a guess. */
const DISTANCE_MAX = 3;

/** ` Did you mean "x"?` for the most similar name, or nothing. */
export function didYouMean(name: string, known: readonly string[]): string {
  const [best] = known
    .map((candidate) => ({ candidate, distance: leven(name.toLowerCase(), candidate) }))
    .toSorted((one, other) => one.distance - other.distance);
  const near = best && best.distance <= Math.min(DISTANCE_MAX, best.candidate.length / 2);
  return near ? ` Did you mean "${best.candidate}"?` : '';
}
