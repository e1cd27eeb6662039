import { toLocalDay } from './local-time';

const TITLE = new Intl.DateTimeFormat('en', { month: 'long', year: 'numeric' });

/** The month of a time, as `2026-11`. */
export const monthOf = (at: number): string => toLocalDay(at).slice(0, 7);

const firstOf = (month: string): Date => new Date(`${month}-01T00:00:00`);

export const titleOf = (month: string): string => TITLE.format(firstOf(month));

export function moveMonth(month: string, by: number): string {
  const first = firstOf(month);
  return monthOf(new Date(first.getFullYear(), first.getMonth() + by, 1).getTime());
}

/** The days of all weeks of a month, from Monday to Sunday, as `2026-11-22`. */
export function daysOf(month: string): string[] {
  const first = firstOf(month);
  const before = (first.getDay() + 6) % 7;
  const length = new Date(first.getFullYear(), first.getMonth() + 1, 0).getDate();
  const weeks = Math.ceil((before + length) / 7);
  return Array.from({ length: weeks * 7 }, (_, at) =>
    toLocalDay(new Date(first.getFullYear(), first.getMonth(), 1 - before + at).getTime()),
  );
}
