/** Formats an object for people: names and values in columns, lists of objects as tables. */
export function toText(data: object, indent = ''): string {
  const entries = Object.entries(data);
  const width = Math.max(0, ...entries.map(([name]) => formatLabel(name).length));
  return entries
    .map(([name, value]) => {
      const nested = formatBlock(value, `${indent}  `);
      if (nested !== null) return `${indent}${formatLabel(name)}\n${nested}`;
      return `${indent}${formatLabel(name).padEnd(width)}  ${formatScalar(value)}`;
    })
    .join('\n');
}

/** Formats a nested value below its name; null if the value fits on the name's line. */
function formatBlock(value: unknown, indent: string): string | null {
  if (Array.isArray(value)) {
    const rows = value.filter((row) => isRecord(row));
    return rows.length > 0 && rows.length === value.length ? table(rows, indent) : null;
  }
  return isRecord(value) && Object.keys(value).length > 0 ? toText(value, indent) : null;
}

function table(rows: readonly Record<string, unknown>[], indent: string): string {
  const names = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  const lines = [
    names.map(formatLabel),
    ...rows.map((row) => names.map((name) => formatScalar(row[name]))),
  ];
  const widths = names.map((_, column) =>
    Math.max(...lines.map((line) => line[column]?.length ?? 0)),
  );
  return lines
    .map((line) => line.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  '))
    .map((line) => `${indent}${line.trimEnd()}`)
    .join('\n');
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return (
    typeof value === 'object' && value !== null && !(value instanceof Date) && !Array.isArray(value)
  );
}

function formatLabel(name: string): string {
  return name.replaceAll('_', ' ');
}

function formatScalar(value: unknown): string {
  if (value === null || value === undefined || value === '') return '-';
  if (value instanceof Date) return value.toISOString();
  if (Array.isArray(value)) {
    return value.length === 0 ? 'none' : value.map((item) => formatScalar(item)).join(', ');
  }
  if (typeof value === 'string') return value;
  const text = JSON.stringify(value) ?? '-';
  return text === '{}' ? 'none' : text;
}
