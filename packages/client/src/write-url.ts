/**
 * Fills each `{name}` of a path.
 * @throws {TypeError} for a value that would lead to another path
 */
export const fillPath = (path: string, params: object): string =>
  Object.entries(params).reduce((filled, [name, value]) => {
    const text = String(value);
    if (/^\.{0,2}$/.test(text)) throw new TypeError(`params.${name} is not an id: '${text}'`);
    return filled.replace(`{${name}}`, encodeURIComponent(text));
  }, path);

/**
 * Writes a query string. Arrays repeat their name; objects become pairs such as
 * `metadata[order]=42`.
 */
export function writeQuery(query: object): string {
  const pairs = Object.entries(query).flatMap(([name, value]) => writePairs(name, value));
  return pairs.length === 0 ? '' : `?${new URLSearchParams(pairs).toString()}`;
}

function writePairs(name: string, value: unknown): [string, string][] {
  if (value === undefined || value === null) return [];
  if (Array.isArray(value)) return value.flatMap((one) => writePairs(name, one));
  if (typeof value === 'object') {
    return Object.entries(value).flatMap(([key, one]) => writePairs(`${name}[${key}]`, one));
  }
  return [[name, `${value as string | number | boolean}`]];
}
