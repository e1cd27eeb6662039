const pad = (value: number) => String(value).padStart(2, '0');

/** A day as `2026-11-22`, in the user's time zone. */
export function toLocalDay(at: number): string {
  const date = new Date(at);
  return `${date.getFullYear()}-${pad(date.getMonth() + 1)}-${pad(date.getDate())}`;
}

/** A time in the format of a `datetime-local` field. */
export function toLocalTime(at: number): string {
  const date = new Date(at);
  return `${toLocalDay(at)}T${pad(date.getHours())}:${pad(date.getMinutes())}`;
}

/** Converts a `datetime-local` value to the format of the API. */
export const parseLocalTime = (text: string): string => new Date(text).toISOString();
