export type Json = Record<string, unknown>;

/** Parts that the document contains once and refers to by name. */
export interface Components {
  readonly schemas: Json;
  readonly responses: Json;
}

const PREFIX = '#/components/schemas/';

/** Adds a schema to the document. Every named schema becomes a component, even a nested one. */
export const toReference = (schema: unknown, { schemas }: Components): Json =>
  lift(JSON.parse(JSON.stringify(schema)), schemas) as Json;

function lift(node: unknown, schemas: Json): unknown {
  if (Array.isArray(node)) return node.map((item) => lift(item, schemas));
  if (node === null || typeof node !== 'object') return node;
  const { $id: name, about, ...rest } = node as Json;
  const members = Object.entries(rest).map(([key, value]) => [key, lift(value, schemas)]);
  const lifted = addNames(addMapping(Object.fromEntries(members) as Json, schemas));
  const note = about === undefined ? {} : { description: about };
  if (typeof name !== 'string') return { ...lifted, ...note };
  const known = schemas[name];
  if (known !== undefined && JSON.stringify(known) !== JSON.stringify(lifted)) {
    throw new TypeError(`Two different schemas are called ${name}.`);
  }
  schemas[name] = lifted;
  return { $ref: PREFIX + name, ...note };
}

/**
 * Adds names for values that are not valid identifiers, such as `16:9`. Without names, code
 * generators number the values.
 */
function addNames(schema: Json): Json {
  const { enum: values } = schema as { enum?: (string | number)[] };
  if (!Array.isArray(values) || !values.some((value) => /^\d/.test(String(value)))) return schema;
  const names = values.map((value) => `V_${String(value).replaceAll(/\W/g, '_').toUpperCase()}`);
  return { ...schema, 'x-enum-varnames': names };
}

type Branch = { readonly properties: Record<string, { readonly const: string }> };

/**
 * Maps each value of a discriminator to its component. The schemas do not have a mapping, because
 * the validator rejects it.
 */
function addMapping(schema: Json, schemas: Json): Json {
  if (schema['discriminator'] === undefined) return schema;
  const { propertyName: tag } = schema['discriminator'] as { propertyName: string };
  const mapping = (schema['oneOf'] as { $ref: string }[]).map(({ $ref }) => {
    const { properties } = schemas[$ref.slice(PREFIX.length)] as Branch;
    return [properties[tag]?.const, $ref];
  });
  return {
    ...schema,
    discriminator: { propertyName: tag, mapping: Object.fromEntries(mapping) as Json },
  };
}
