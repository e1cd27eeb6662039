import { AjvJsonSchemaValidator } from '@modelcontextprotocol/client/validators/ajv';

const validator = new AjvJsonSchemaValidator();
const compiled = new Map<string, ReturnType<typeof validator.getValidator>>();

/**
 * The official client's validator, which compiles equal schemas only once per process. Each test
 * connects a new client, and every client compiles the output schemas of all tools. That took half
 * of the run time of these tests.
 */
export const sharedValidator: Pick<AjvJsonSchemaValidator, 'getValidator'> = {
  getValidator<T>(schema: Parameters<typeof validator.getValidator>[0]) {
    const key = JSON.stringify(schema);
    const known = compiled.get(key) ?? validator.getValidator(schema);
    compiled.set(key, known);
    return known as ReturnType<typeof validator.getValidator<T>>;
  },
};
