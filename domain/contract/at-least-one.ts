/** A rule next to an object's properties. Type generators ignore it. */
interface AtLeastOneRule {
  readonly not: {
    readonly type: 'object';
    readonly properties: Readonly<Record<string, typeof NOTHING>>;
  };
}

/** A schema that matches no value. `false` is equivalent, but some generators reject `false`. */
const NOTHING = { not: {} } as const;

/**
 * Requires at least one of the fields, by forbidding that all are absent: a property that matches
 * no value can only be absent. With `anyOf` and `required`, most type generators would give up on
 * the whole object.
 */
export const requireAtLeastOne = (fields: readonly string[]): AtLeastOneRule => ({
  not: {
    type: 'object',
    properties: Object.fromEntries(fields.map((field) => [field, NOTHING])),
  },
});

/**
 * Returns the fields of an at-least-one rule.
 * @param schema the object with the rule
 */
export const readRuleFields = (schema: unknown): string[] =>
  Object.keys((schema as AtLeastOneRule).not.properties);
