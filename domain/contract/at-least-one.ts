/** A rule beside the properties of an object. Type generators ignore it. */
interface Rule {
  readonly not: {
    readonly type: 'object';
    readonly properties: Readonly<Record<string, typeof NOTHING>>;
  };
}

/** A schema that no value fits. `false` means the same, but some generators do not know it. */
const NOTHING = { not: {} } as const;

/**
 * Requires at least one of the fields. It forbids that all are absent, because a property that no
 * value fits can only be absent. Written with `anyOf` and `required`, the rule makes most type
 * generators give up on the whole object.
 */
export const atLeastOneOf = (fields: readonly string[]): Rule => ({
  not: {
    type: 'object',
    properties: Object.fromEntries(fields.map((field) => [field, NOTHING])),
  },
});

/** The fields that such a rule names. @param schema the object that has it */
export const fieldsOfRule = (schema: unknown): string[] =>
  Object.keys((schema as Rule).not.properties);
