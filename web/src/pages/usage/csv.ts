import type { Usage, UsageGrouping } from '../../api/contract';
import { describeGroup } from './groups';

/** Characters that start a formula in a spreadsheet, including their full-width forms. */
const FORMULA = /^\s*[=+\-@＝＋－＠]/;

/** Byte order mark: spreadsheets need it to recognize UTF-8. */
const MARK = '\uFEFF';

/** Turns formulas into text and doubles quotes. */
function formatCell(value: string | number | null): string {
  if (typeof value === 'number') return String(value);
  const text = value ?? '';
  return `"${(FORMULA.test(text) ? `'${text}` : text).replaceAll('"', '""')}"`;
}

/** Returns the rows as CSV, with the names that the page shows. */
export function toCsv(rows: readonly Usage[], by: UsageGrouping): string {
  const lines = rows.map((row) =>
    [row.day, row.group, describeGroup(row, by), row.generations, row.credits]
      .map(formatCell)
      .join(','),
  );
  return `${MARK}${['day,group,name,generations,credits', ...lines, ''].join('\r\n')}`;
}

/** Downloads text as a file. */
export function saveText(text: string, name: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: 'text/csv;charset=utf-8' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  URL.revokeObjectURL(url);
}
