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
