import type { Usage, UsageGrouping } from '../../api/contract';
import { nameOfGroup } from './groups';

/** With what a cell begins that a spreadsheet takes for a formula, also as signs of full width. */
const FORMULA = /^\s*[=+\-@＝＋－＠]/;

/** By it, spreadsheets know that the file is UTF-8. */
const MARK = '\uFEFF';

/** A name that would be a formula is made text; quotes are doubled. */
function cell(value: string | number | null): string {
  if (typeof value === 'number') return String(value);
  const text = value ?? '';
  return `"${(FORMULA.test(text) ? `'${text}` : text).replaceAll('"', '""')}"`;
}

/** The rows as a file for spreadsheets, with the names that the page shows. */
export function toCsv(rows: readonly Usage[], by: UsageGrouping): string {
  const lines = rows.map((row) =>
    [row.day, row.group, nameOfGroup(row, by), row.generations, row.credits].map(cell).join(','),
  );
  return `${MARK}${['day,group,name,generations,credits', ...lines, ''].join('\r\n')}`;
}

/** Hands text to the browser as a file. */
export function saveText(text: string, name: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: 'text/csv;charset=utf-8' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  URL.revokeObjectURL(url);
}
