/** A rule beside the properties of an object; generators of types leave it aside. */
interface Rule {
  readonly not: { readonly allOf: readonly { readonly not: { readonly required: string[] } }[] };
}

/**
 * "At least one of these fields" as `not: every one is missing`. The same said by `anyOf` makes
 * most generators of types give up on the whole object.
 */
export const atLeastOneOf = (fields: readonly string[]): Rule => ({
  not: { allOf: fields.map((field) => ({ not: { required: [field] } })) },
});

/** The fields that such a rule names. @param schema the object that has it */
export const fieldsOfRule = (schema: unknown): string[] =>
  (schema as Rule).not.allOf.flatMap(({ not }) => not.required);
