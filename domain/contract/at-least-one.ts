/** A rule beside the properties of an object; generators of types leave it aside. */
interface Rule {
  readonly not: {
    readonly type: 'object';
    readonly properties: Readonly<Record<string, typeof NOTHING>>;
  };
}

/** No value fits it; `false` says the same, and some generators do not know that. */
const NOTHING = { not: {} } as const;

/**
 * "At least one of these fields", as "not without all of them": a property that no value fits
 * must be absent. The same said by `anyOf` and `required` makes most generators of types give up on
 * the whole object.
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
