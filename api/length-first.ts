type Json = Readonly<Record<string, unknown>>;

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** What each kind of value is bounded by, and the rules that wait until that bound is kept. */
const BOUNDED = [
  { type: 'array', bound: 'maxItems', later: ['items', 'uniqueItems'] },
  { type: 'string', bound: 'maxLength', later: ['pattern'] },
] as const;

/**
 * Rewrites a schema so that a value which is too long is told that alone: a list of thousands is
 * not refused item by item, and a text of megabytes is not searched for a pattern. It accepts and
 * refuses the same values as before.
 */
export function checkLengthFirst(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map((one) => checkLengthFirst(one));
  if (!isObject(schema)) return schema;
  const rewritten = Object.fromEntries(
    Object.entries(schema).map(([name, member]) => [name, checkLengthFirst(member)]),
  );
  const row = BOUNDED.find(({ type, bound }) => schema['type'] === type && bound in schema);
  const waits = ([name]: [string, unknown]) => row?.later.some((rule) => rule === name) ?? false;
  const rules = Object.entries(rewritten);
  if (!row || !rules.some(waits)) return rewritten;
  const { type, bound } = row;
  return {
    ...Object.fromEntries(rules.filter((rule) => !waits(rule))),
    if: { not: { type, [bound]: schema[bound] } },
    else: { type, ...Object.fromEntries(rules.filter(waits)) },
  };
}
