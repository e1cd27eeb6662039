import { readFile } from 'node:fs/promises';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect } from 'chai';
import { openApiOf } from '../../api/openapi.js';
import { ROUTES } from '../../api/table.js';
import { apiSuite } from '../api/suite.js';

interface Parameter {
  name: string;
  in: string;
  required: boolean;
  schema: object;
}
interface Content {
  content?: Record<string, { schema: object; example?: unknown }>;
}
interface Operation {
  operationId: string;
  summary: string;
  tags: string[];
  parameters: Parameter[];
  requestBody?: Content;
  responses: Record<string, Content & { description: string; headers: object }>;
}
interface Document {
  openapi: string;
  info: { title: string; version: string };
  servers: { url: string }[];
  tags: { name: string }[];
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, object>; securitySchemes: Record<string, object> };
  security: Record<string, unknown>[];
}

const SERVER = 'http://localhost:8080';
const document = openApiOf(ROUTES, SERVER) as unknown as Document;
const operations = Object.entries(document.paths).flatMap(([path, item]) =>
  Object.entries(item).map(([method, operation]) => ({ path, method, operation })),
);

/** Every value of a member of this name, anywhere in the document. */
function membersNamed(name: string, node: unknown): unknown[] {
  if (node === null || typeof node !== 'object') return [];
  return Object.entries(node).flatMap(([key, value]) =>
    key === name ? [value] : membersNamed(name, value),
  );
}

/** Compiles schemas of the document with its references. */
function validatorOf(schema: object) {
  const ajv = new Ajv2020({
    ...{ strict: true, allowUnionTypes: true, strictRequired: false, discriminator: true },
  });
  ajv.addFormat('uri', (text: string) => URL.canParse(text));
  ajv.addVocabulary(['components', 'example']);
  ajv.addSchema({ $id: 'document', components: document.components });
  const text = JSON.stringify(schema).replaceAll('"#/components', '"document#/components');
  return ajv.compile(JSON.parse(text));
}

describe('the OpenAPI document', () => {
  const suite = apiSuite();

  it('is in the checkout as the route table makes it (else: npm run openapi)', async () => {
    const file = await readFile(new URL('../../openapi.json', import.meta.url), 'utf8');
    expect(JSON.parse(file)).to.deep.equal(JSON.parse(JSON.stringify(document)));
  });

  it('is served to everyone, with the address under which the API is reached', async () => {
    const answer = await suite.client(null).get<Document>('/v1/openapi.json');
    expect(answer.status).to.equal(200);
    const { publicUrl } = suite.api.deps.env;
    expect(answer.body).to.deep.equal(JSON.parse(JSON.stringify(openApiOf(ROUTES, publicUrl))));
    expect(answer.body.servers).to.deep.equal([{ url: publicUrl }]);
  });

  it('is OpenAPI 3.1 with title, version, tags and a security scheme', () => {
    expect(document.openapi).to.match(/^3\.1\.\d+$/);
    expect(document.info.title).not.to.equal('');
    expect(document.info.version).to.equal('1');
    const schemes = Object.keys(document.components.securitySchemes);
    expect(document.security.flatMap((one) => Object.keys(one))).to.have.members(schemes);
    const used = new Set(operations.flatMap(({ operation }) => operation.tags));
    expect(document.tags.map(({ name }) => name)).to.have.members([...used]);
  });

  it('describes every route of the table, and nothing else', () => {
    const described = operations.map(({ path, method }) => `${method.toUpperCase()} ${path}`);
    expect(described).to.have.members(ROUTES.map(({ method, path }) => `${method} ${path}`));
    const ids = operations.map(({ operation }) => operation.operationId);
    expect(new Set(ids).size).to.equal(ids.length);
  });

  it('has no reference into the void and no component that nothing refers to', () => {
    const references = new Set(membersNamed('$ref', document));
    const components = Object.keys(document.components.schemas);
    expect([...references]).to.have.members(
      components.map((name) => `#/components/schemas/${name}`),
    );
  });

  it('declares every parameter of a path, once, and as required', () => {
    for (const { path, operation } of operations) {
      const inPath = operation.parameters.filter((parameter) => parameter.in === 'path');
      const names = [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1]);
      expect(
        inPath.map(({ name }) => name),
        path,
      ).to.have.members(names);
      expect(inPath.every(({ required }) => required)).to.equal(true);
    }
  });

  it('has only schemas that compile under JSON Schema 2020-12', () => {
    const schemas = [
      ...Object.values(document.components.schemas),
      ...operations.flatMap(({ operation }) => operation.parameters.map(({ schema }) => schema)),
      ...(membersNamed('schema', document.paths) as object[]),
    ];
    const distinct = new Map(schemas.map((schema) => [JSON.stringify(schema), schema]));
    for (const schema of distinct.values()) validatorOf(schema);
    expect(schemas.length).to.be.above(operations.length);
  });

  it('has an example that its own schema accepts for every body', () => {
    for (const { operation } of operations) {
      const json = operation.requestBody?.content?.['application/json'];
      if (!json) continue;
      const validate = validatorOf(json.schema);
      expect(validate(json.example), JSON.stringify(validate.errors)).to.equal(true);
    }
  });

  it('gives every operation its errors: 400, 401, 403, 429, 500 and 503, with their headers', () => {
    for (const { operation } of operations) {
      const { responses } = operation;
      expect(responses, operation.operationId).to.include.keys(
        '400',
        '401',
        '403',
        '429',
        '500',
        '503',
      );
      for (const [status, { description, headers, content }] of Object.entries(responses)) {
        expect(description).not.to.equal('');
        expect(headers).to.include.keys('X-Request-Id', 'X-RateLimit-Limit');
        if (status === '429' || status === '503') expect(headers).to.include.keys('Retry-After');
        expect(content).to.have.keys('application/json');
      }
    }
  });
});
