const pad = (value: number) => String(value).padStart(2, '0');

/** A day as `2026-11-22`, in the time zone of the reader. */
export function toLocalDay(at: number): string {
  const date = new Date(at);
  return `${date.getFullYear()}-${pad(date.getMonth() + 1)}-${pad(date.getDate())}`;
}

/** A moment as a field of the type `datetime-local` has it. */
export function toLocalTime(at: number): string {
  const date = new Date(at);
  return `${toLocalDay(at)}T${pad(date.getHours())}:${pad(date.getMinutes())}`;
}

/** What such a field holds, as the API takes it. */
export const fromLocalTime = (text: string): string => new Date(text).toISOString();
