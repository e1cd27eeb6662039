// Writes TypeScript types from an OpenAPI document: one type per schema, and the table `Endpoints`.

const METHODS = ['get', 'post', 'put', 'patch', 'delete'];
/** Prefix of the endpoints for API keys. All other endpoints are for signed-in people. */
const PREFIX = '/v1/';
const REF = '#/components/schemas/';

/**
 * Returns the source of a module with the types of all endpoints for API keys, of webhook events,
 * and of every schema that they use.
 * @param {object} document an OpenAPI 3.1 document, as in openapi.json
 */
export function writeTypes({ paths, webhooks, components }) {
  const used = new Set(['ErrorCode', 'ErrorDetails']);
  const type = (schema) => writeSchema(schema, used);
  const endpoints = Object.entries(paths)
    .filter(([path]) => path.startsWith(PREFIX))
    .flatMap(([path, item]) =>
      METHODS.filter((method) => item[method]).map((method) => {
        const comment = writeComment(item[method].summary, item[method].description);
        const name = `'${method.toUpperCase()} ${path}'`;
        return `${comment}${name}: ${writeEndpoint(item[method], components, type)};\n`;
      }),
    );
  const events = Object.values(webhooks).map(({ post }) => type(readJson(post.requestBody)));
  const schemas = new Map();
  // The set grows while the schemas are written.
  for (const name of used) schemas.set(name, writeNamed(name, components.schemas[name], type));
  return [
    '// Written from openapi.json.\n',
    ...[...schemas].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, text]) => text),
    '/** Event that a webhook endpoint receives. */',
    `export type WebhookEvent = ${events.join(' | ')};\n`,
    '/** Types of each endpoint; `never` means that it has no such input. */',
    `export interface Endpoints {\n${endpoints.join('')}}\n`,
  ].join('\n');
}

/** Returns the schema of a JSON body; `string` for other bodies, which are text or streams. */
function readJson({ content }) {
  return content['application/json']?.schema ?? { type: 'string' };
}

function writeEndpoint({ parameters = [], requestBody, responses }, components, type) {
  const given = parameters.map((one) =>
    one.$ref ? components.parameters[one.$ref.split('/').at(-1)] : one,
  );
  const answers = Object.entries(responses)
    .filter(([status]) => status.startsWith('2'))
    .map(([, response]) => type(readJson(response)));
  const place = (name) =>
    writeParameters(
      given.filter((one) => one.in === name),
      type,
    );
  return `{
    body: ${requestBody ? type(readJson(requestBody)) : 'never'};
    query: ${place('query')};
    params: ${place('path')};
    response: ${[...new Set(answers)].join(' | ')};
  }`;
}

const writeParameters = (parameters, type) =>
  parameters.length === 0
    ? 'never'
    : writeObject(
        parameters.map(({ name, required, description, schema }) => ({
          name,
          required,
          schema: { ...schema, description: description ?? schema.description },
        })),
        type,
      );

function writeNamed(name, schema, type) {
  const comment = writeComment(schema.description);
  return `${comment}export type ${name} = ${type(schema)};\n`;
}

function writeSchema(schema, used) {
  const type = (inner) => writeSchema(inner, used);
  if (schema.$ref) {
    const name = schema.$ref.slice(REF.length);
    used.add(name);
    return name;
  }
  if ('const' in schema) return JSON.stringify(schema.const);
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(' | ');
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices) return choices.map(type).join(' | ');
  switch (schema.type) {
    case 'object':
      return writeObjectSchema(schema, type);
    case 'array':
      return `Array<${type(schema.items)}>`;
    case 'integer':
      return 'number';
    case 'string':
    case 'number':
    case 'boolean':
    case 'null':
      return schema.type;
    case undefined:
      return 'unknown';
    default:
      throw new Error(`no type is known for ${JSON.stringify(schema)}`);
  }
}

function writeObjectSchema(object, type) {
  const { properties, required = [], patternProperties, additionalProperties } = object;
  if (properties) {
    const fields = Object.entries(properties).map(([name, schema]) => ({
      name,
      required: required.includes(name),
      schema,
    }));
    return writeObject(fields, type);
  }
  const [values] = [...Object.values(patternProperties ?? {}), additionalProperties ?? {}];
  return `Record<string, ${values === false ? 'never' : type(values)}>`;
}

function writeObject(fields, type) {
  const lines = fields.map(({ name, required, schema }) => {
    const key = /^\w+$/.test(name) ? name : `'${name}'`;
    const comment = writeComment(schema.description);
    return `${comment}${key}${required ? '' : '?'}: ${type(schema)};\n`;
  });
  return `{\n${lines.join('')}}`;
}

function writeComment(...texts) {
  const text = texts.filter(Boolean).join('\n\n').replaceAll('*/', '*\\/');
  if (text === '') return '';
  const lines = text.split('\n');
  return lines.length === 1
    ? `/** ${text} */\n`
    : `/**\n${lines.map((line) => ` * ${line}\n`).join('')} */\n`;
}
