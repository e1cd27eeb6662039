import { refuseInvalid } from '../contract/refusal.js';

export const DAY_MS = 86_400_000;
const DAYS_DEFAULT = 30;
const DAYS_MAX = 366;

/**
 * Computes a period of UTC days; by default the last 30 days.
 * @returns its first and last day, `YYYY-MM-DD`
 * @throws {Refusal} VALIDATION_ERROR for invalid days or too many days
 */
export function computeDaySpan(from: string | undefined, to: string | undefined): [string, string] {
  const last = to === undefined ? parseDayStart(formatUtcDay(Date.now())) : parseDayStart(to);
  if (last === null) throw refuseDay('to');
  const first = from === undefined ? last - (DAYS_DEFAULT - 1) * DAY_MS : parseDayStart(from);
  if (first === null) throw refuseDay('from');
  const days = (last - first) / DAY_MS + 1;
  if (days < 1 || days > DAYS_MAX) {
    const message = `must be 0 to ${DAYS_MAX - 1} days before \`to\` (default: today)`;
    throw refuseInvalid([{ path: 'query.from', message }]);
  }
  return [formatUtcDay(first), formatUtcDay(last)];
}

const formatUtcDay = (at: number): string => new Date(at).toISOString().slice(0, 10);

/**
 * Parses a day's start in Unix milliseconds; null if the date does not exist, such as 30 February.
 */
function parseDayStart(day: string): number | null {
  const at = Date.parse(`${day}T00:00:00Z`);
  if (Number.isNaN(at)) return null;
  return new Date(at).toISOString().startsWith(day) ? at : null;
}

const refuseDay = (name: string) =>
  refuseInvalid([{ path: `query.${name}`, message: 'is not a calendar day; send YYYY-MM-DD' }]);
