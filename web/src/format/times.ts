const MOMENT = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'long' });
const DAY = new Intl.DateTimeFormat('en', { dateStyle: 'medium' });
const RELATIVE = new Intl.RelativeTimeFormat('en', { numeric: 'auto', style: 'short' });

export const formatMoment = (at: number): string => MOMENT.format(at);

const TIME_OF_DAY = new Intl.DateTimeFormat('en', {
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
});

/** Formats the time of day with 24 hours: `14:30`. */
export const formatTimeOfDay = (at: number): string => TIME_OF_DAY.format(at);

const UTC_DAY = new Intl.DateTimeFormat('en', { month: 'short', day: 'numeric', timeZone: 'UTC' });

/** Formats `Nov 27`, the day in UTC. */
export const formatUtcDay = (at: number): string => UTC_DAY.format(at);

export const formatDay = (at: number): string => DAY.format(at);

const UNITS: readonly (readonly [Intl.RelativeTimeFormatUnit, number])[] = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
];

/** Formats `3 min. ago`, or the date after four weeks. */
export function formatRelative(at: number, now: number = Date.now()): string {
  const distance = at - now;
  const size = Math.abs(distance);
  if (size > 28 * 86_400_000) return formatDay(at);
  const [unit, length] = UNITS.find(([, least]) => size >= least) ?? ['second', 1_000];
  if (unit === 'second' && size < 10_000) return 'just now';
  return RELATIVE.format(Math.round(distance / length), unit);
}

/** Formats `320 ms`, `4.2 s`, `3 min 05 s`. */
export function formatDuration(ms: number): string {
  if (ms < 1_000) return `${Math.max(0, Math.round(ms))} ms`;
  if (ms < 60_000) return `${(ms / 1_000).toFixed(1)} s`;
  const seconds = Math.round(ms / 1_000);
  return `${Math.floor(seconds / 60)} min ${String(seconds % 60).padStart(2, '0')} s`;
}
