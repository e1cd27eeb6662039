import { Readable } from 'node:stream';

type Cell = string | number | null;

/** Characters that start a formula in a spreadsheet, including their full-width forms. */
const FORMULA = /^\s*[=+\-@＝＋－＠]/;

/** Byte order mark: spreadsheets need it to recognize UTF-8. */
const MARK = '\uFEFF';

/** Streams rows as CSV. Formulas become text, so that spreadsheets do not execute them. */
export const writeCsv = (
  head: readonly string[],
  batches: AsyncIterable<readonly (readonly Cell[])[]>,
): Readable => Readable.from(writeLines(head, batches));

async function* writeLines(
  head: readonly string[],
  batches: AsyncIterable<readonly (readonly Cell[])[]>,
) {
  yield `${MARK}${head.join(',')}\r\n`;
  for await (const rows of batches) {
    yield rows.map((row) => `${row.map(formatCell).join(',')}\r\n`).join('');
  }
}

function formatCell(value: Cell): string {
  if (typeof value === 'number') return String(value);
  const text = value ?? '';
  return `"${(FORMULA.test(text) ? `'${text}` : text).replaceAll('"', '""')}"`;
}
