/** Date and time with an offset, in the extended form of ISO 8601: `2026-12-01T18:30:00+01:00`. */
const FORM =
  /^(\d{4})-(\d\d)-(\d\d)T(\d\d):(\d\d)(?::(\d\d)(?:[.,](\d{1,9}))?)?(?:Z|([+-])(\d\d)(?::?(\d\d))?)$/;

/** Kiribati's UTC offset in minutes, the largest in use. */
const OFFSET_MAX = 14 * 60;

/**
 * Parses a time to Unix milliseconds. `Date.parse` would accept 30 February as a day in March, and
 * read a time without an offset as this machine's local time.
 * @returns null if the text is not a valid time with an offset
 */
export function parseIsoTime(text: string): number | null {
  const parts = FORM.exec(text);
  if (!parts) return null;
  const [, year, month, day, hour, minute, second = '0', fraction = '', sign, ...offset] = parts;
  const [y, mo, d, h, mi, s] = [year, month, day, hour, minute, second].map(Number);
  if (y === undefined || mo === undefined || d === undefined) return null;
  if (h === undefined || mi === undefined || s === undefined) return null;
  if (h > 23 || mi > 59 || s > 59) return null;
  const date = new Date(Date.UTC(y, mo - 1, d));
  const isDay = date.getUTCMonth() === mo - 1 && date.getUTCDate() === d;
  const [offsetHours = 0, offsetMinutes = 0] = offset.map((part) => Number(part ?? 0));
  const away = offsetHours * 60 + offsetMinutes;
  if (!isDay || offsetMinutes > 59 || away > OFFSET_MAX) return null;
  const local = date.getTime() + ((h * 60 + mi) * 60 + s) * 1_000;
  const milliseconds = Number(fraction.padEnd(3, '0').slice(0, 3));
  return local + milliseconds - (sign === '-' ? -away : away) * 60_000;
}
