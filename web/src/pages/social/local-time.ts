const pad = (value: number) => String(value).padStart(2, '0');

/** Returns a day as `2026-11-22`, in the user's time zone. */
export function toLocalDay(at: number): string {
  const date = new Date(at);
  return `${date.getFullYear()}-${pad(date.getMonth() + 1)}-${pad(date.getDate())}`;
}

/** Formats a time for a `datetime-local` field. */
export function toLocalTime(at: number): string {
  const date = new Date(at);
  return `${toLocalDay(at)}T${pad(date.getHours())}:${pad(date.getMinutes())}`;
}

/** Converts a `datetime-local` value to the API's format. */
export const parseLocalTime = (text: string): string => new Date(text).toISOString();

/** Returns the first moment of a day. */
export const parseDay = (day: string): Date => new Date(`${day}T00:00:00`);

/** Returns the day that is this many days later. */
export function moveDay(day: string, by: number): string {
  const date = parseDay(day);
  date.setDate(date.getDate() + by);
  return toLocalDay(date.getTime());
}

/** Lists the days of the week that contains a day, from Monday to Sunday. */
export function listWeek(day: string): string[] {
  const monday = moveDay(day, -((parseDay(day).getDay() + 6) % 7));
  return Array.from({ length: 7 }, (_, at) => moveDay(monday, at));
}

/** A period in Unix milliseconds, without its end. */
export interface Period {
  readonly from: number;
  readonly until: number;
}

/** Returns the period of the week that contains a day, or of a month without one. */
export function findPeriod(month: string, week: string | undefined): Period {
  const [first = `${month}-01`] = week === undefined ? [] : listWeek(week);
  const from = parseDay(first);
  const until = new Date(from);
  if (week === undefined) until.setMonth(until.getMonth() + 1);
  else until.setDate(until.getDate() + 7);
  // The API has no times before 1970.
  return { from: Math.max(0, from.getTime()), until: Math.max(0, until.getTime()) };
}

/** Moves a time to a day, and to an hour if there is one; its minutes stay. */
export function moveTime(at: number, day: string, hour?: number): number {
  const from = new Date(at);
  const date = parseDay(day);
  date.setHours(hour ?? from.getHours(), from.getMinutes(), from.getSeconds());
  return date.getTime();
}

/** The hour that a new post gets if only its day is known. */
const USUAL_HOUR = 10;
/** The API takes times 5 minutes ahead; the rest is for writing the post. */
const LEAD_MS = 15 * 60_000;
const HOUR_MS = 3_600_000;

/**
 * Suggests a time for a new post on a day, as a `datetime-local` value. Without an hour: 10 o'clock,
 * or the next full hour today. Null if that time has passed or is too near.
 */
export function suggestTime(day: string, now: number, hour?: number): string | null {
  const least = now + LEAD_MS;
  const start = parseDay(day).setHours(hour ?? USUAL_HOUR);
  if (start >= least) return toLocalTime(start);
  const next = Math.ceil(least / HOUR_MS) * HOUR_MS;
  return hour === undefined && toLocalDay(next) === day ? toLocalTime(next) : null;
}
