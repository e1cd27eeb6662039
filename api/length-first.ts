type Json = Readonly<Record<string, unknown>>;

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Length limit of each type, and the rules that are checked only within this limit. */
const BOUNDED = [
  { type: 'array', bound: 'maxItems', later: ['items', 'uniqueItems'] },
  { type: 'string', bound: 'maxLength', later: ['pattern'] },
  {
    type: 'object',
    bound: 'maxProperties',
    later: ['propertyNames', 'additionalProperties'],
  },
] as const;

/**
 * Rewrites a schema so that a value that is too long gets only that error: a list of thousands of
 * items is not checked item by item, and a text of megabytes is not matched with a pattern. The
 * rewritten schema accepts the same values.
 */
export function checkLengthFirst(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map((one) => checkLengthFirst(one));
  if (!isObject(schema)) return schema;
  const rewritten = Object.fromEntries(
    Object.entries(schema).map(([name, member]) => [name, checkLengthFirst(member)]),
  );
  const row = BOUNDED.find(({ type, bound }) => schema['type'] === type && bound in schema);
  const isDeferredRule = ([name]: [string, unknown]) =>
    row?.later.some((rule) => rule === name) ?? false;
  const rules = Object.entries(rewritten);
  if (!row || !rules.some(isDeferredRule)) return rewritten;
  const { type, bound } = row;
  return {
    ...Object.fromEntries(rules.filter((rule) => !isDeferredRule(rule))),
    if: { not: { type, [bound]: schema[bound] } },
    else: { type, ...Object.fromEntries(rules.filter(isDeferredRule)) },
  };
}
