/** Maximum seconds that are easier to read than minutes. */
const SECONDS_MAX = 90;

interface TimedModel {
  readonly typical_seconds: number | null;
}

/** Describes how long a model usually takes, such as `about 12 s`. */
export function describeTime(model: TimedModel | null | undefined): string {
  const seconds = model?.typical_seconds ?? null;
  if (seconds === null) return 'no runs yet';
  if (seconds <= SECONDS_MAX) return `about ${seconds} s`;
  return `about ${Math.round(seconds / 60)} min`;
}
