/** Maximum seconds that are easier to read than minutes. */
const SECONDS_MAX = 90;

/**
 * Describes how long a model usually takes, such as `about 12 s`.
 * @param seconds its typical time; absent if it is not known
 */
export function describeSeconds(seconds: number | null | undefined): string {
  if (seconds === null || seconds === undefined) return 'no runs yet';
  if (seconds <= SECONDS_MAX) return `about ${seconds} s`;
  return `about ${Math.round(seconds / 60)} min`;
}
