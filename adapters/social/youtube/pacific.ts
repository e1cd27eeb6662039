const ZONE = 'America/Los_Angeles';
const DAY_IN_ZONE = new Intl.DateTimeFormat('en-US', {
  timeZone: ZONE,
  year: 'numeric',
  month: 'numeric',
  day: 'numeric',
});
const HOUR_IN_ZONE = new Intl.DateTimeFormat('en-US', {
  timeZone: ZONE,
  hour: 'numeric',
  hourCycle: 'h23',
});
/** Offset of UTC from California in hours, in summer and in winter. */
const AHEAD = [7, 8] as const;

/**
 * Returns the next midnight in California in Unix milliseconds, when Google's daily quotas reset.
 */
export function computePacificMidnight(now: number): number {
  const parts = DAY_IN_ZONE.formatToParts(now);
  const read = (type: Intl.DateTimeFormatPartTypes) =>
    Number(parts.find((part) => part.type === type)?.value);
  const [year, month, day] = [read('year'), read('month'), read('day')];
  const [summer, winter] = AHEAD.map((hours) => Date.UTC(year, month - 1, day + 1, hours));
  // Clocks change at 2 a.m., so midnight is one of the two candidates.
  const isSummer = Number(HOUR_IN_ZONE.format(summer)) === 0;
  return (isSummer ? summer : winter) ?? now;
}
