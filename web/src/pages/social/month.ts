import { toLocalDay } from './local-time';

const TITLE = new Intl.DateTimeFormat('en', { month: 'long', year: 'numeric' });

/** Returns the month of a time, as `2026-11`. */
export const toMonth = (at: number): string => toLocalDay(at).slice(0, 7);

const parseFirstDay = (month: string): Date => new Date(`${month}-01T00:00:00`);

export const formatMonth = (month: string): string => TITLE.format(parseFirstDay(month));

export function moveMonth(month: string, by: number): string {
  const first = parseFirstDay(month);
  return toMonth(new Date(first.getFullYear(), first.getMonth() + by, 1).getTime());
}

/** Lists the days of all weeks in a month, from Monday to Sunday, as `2026-11-22`. */
export function listDays(month: string): string[] {
  const first = parseFirstDay(month);
  const before = (first.getDay() + 6) % 7;
  const length = new Date(first.getFullYear(), first.getMonth() + 1, 0).getDate();
  const weeks = Math.ceil((before + length) / 7);
  return Array.from({ length: weeks * 7 }, (_, at) =>
    toLocalDay(new Date(first.getFullYear(), first.getMonth(), 1 - before + at).getTime()),
  );
}
