import type { Usage } from '../../api';

/** What a spreadsheet would take for a formula is made text; quotes are doubled. */
function cell(value: string | number | null): string {
  if (typeof value === 'number') return String(value);
  const text = value ?? '';
  return `"${(/^[=+\-@\t\r]/.test(text) ? `'${text}` : text).replaceAll('"', '""')}"`;
}

/** The rows as a file for spreadsheets. */
export function toCsv(rows: readonly Usage[]): string {
  const lines = rows.map(({ day, group, name, generations, credits }) =>
    [day, group, name, generations, credits].map(cell).join(','),
  );
  return ['day,group,name,generations,credits', ...lines, ''].join('\r\n');
}

/** Hands text to the browser as a file. */
export function saveText(text: string, name: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: 'text/csv' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  URL.revokeObjectURL(url);
}
