type Language = 'TypeScript' | 'Python';

const WIDTH_MAX = 70;
const PYTHON: Readonly<Record<string, string>> = { true: 'True', false: 'False', null: 'None' };

/**
 * Writes a JSON value as a literal, on one line if it is short.
 * @param depth indentation of all lines except the first, in levels
 */
export function writeValue(value: unknown, language: Language, depth = 0): string {
  if (value === null || typeof value !== 'object') return writeScalar(value, language);
  const isList = Array.isArray(value);
  const [open, close] = isList ? ['[', ']'] : ['{', '}'];
  const write = (level: number) =>
    Object.entries(value).map(([name, member]) => {
      const written = writeValue(member, language, level);
      return isList ? written : `${writeName(name, language)}: ${written}`;
    });
  const gap = !isList && language === 'TypeScript' ? ' ' : '';
  const line = `${open}${gap}${write(depth).join(', ')}${gap}${close}`;
  if (line.length <= WIDTH_MAX && !line.includes('\n')) return line;
  const step = language === 'Python' ? '    ' : '  ';
  const lines = write(depth + 1).map((member) => `${step.repeat(depth + 1)}${member},\n`);
  return `${open}\n${lines.join('')}${step.repeat(depth)}${close}`;
}

const writeName = (name: string, language: Language): string =>
  language === 'TypeScript' && /^[A-Za-z_]\w*$/.test(name) ? name : writeScalar(name, language);

/** Writes a scalar. Strings and numbers of JSON are valid in both languages. */
function writeScalar(value: unknown, language: Language): string {
  const json = JSON.stringify(value);
  if (language === 'Python') return PYTHON[json] ?? json;
  return /^"[^'"\\]*"$/.test(json) ? `'${json.slice(1, -1)}'` : json;
}
