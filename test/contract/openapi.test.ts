import { readFile } from 'node:fs/promises';
import { expect } from 'chai';
import { DOCUMENTED_ROUTES } from '../../api/documented-routes.js';
import { buildOpenApi } from '../../api/openapi.js';
import { ROUTES } from '../../api/table.js';
import { EVENT_TYPES } from '../../domain/catalogue/event-types.js';
import { apiSuite } from '../api/suite.js';
import {
  document,
  membersNamed,
  operations,
  resolved,
  validatorOf,
  successesOf,
  type Document,
} from './document.js';

const isNoJson = (operationId: string): boolean =>
  ROUTES.some(({ id, answers }) => id === operationId && answers !== undefined);

describe('the OpenAPI document', () => {
  const suite = apiSuite();

  it('is committed exactly as the routes generate it (if not: npm run openapi)', async () => {
    const file = await readFile(new URL('../../openapi.json', import.meta.url), 'utf8');
    expect(JSON.parse(file)).to.deep.equal(JSON.parse(JSON.stringify(document)));
  });

  it("is served to everyone, with the API's public address", async () => {
    const answer = await suite.client(null).get<Document>('/v1/openapi.json');
    expect(answer.status).to.equal(200);
    const { publicUrl } = suite.api.deps.env;
    expect(answer.body).to.deep.equal(
      JSON.parse(JSON.stringify(buildOpenApi(DOCUMENTED_ROUTES, publicUrl))),
    );
    expect(answer.body.servers.map(({ url }) => url)).to.deep.equal([publicUrl]);
  });

  it('is OpenAPI 3.1 with title, version, tags and a security scheme', () => {
    expect(document.openapi).to.match(/^3\.1\.\d+$/);
    expect(document.info.title).not.to.equal('');
    expect(document.info.version).to.equal('1');
    const schemes = Object.keys(document.components.securitySchemes);
    const entryPoints = [document, ...operations.map(({ operation }) => operation)];
    const named = entryPoints.flatMap(({ security = [] }) =>
      security.flatMap((one) => Object.keys(one)),
    );
    expect([...new Set(named)]).to.have.members(schemes);
    const used = new Set(operations.flatMap(({ operation }) => operation.tags));
    expect(document.tags.map(({ name }) => name)).to.have.members([...used]);
  });

  it('describes every route, and nothing else', () => {
    const described = operations.map(({ path, method }) => `${method.toUpperCase()} ${path}`);
    expect(described).to.have.members(
      DOCUMENTED_ROUTES.map(({ method, path }) => `${method} ${path}`),
    );
    const ids = operations.map(({ operation }) => operation.operationId);
    expect(new Set(ids).size).to.equal(ids.length);
  });

  it('resolves every reference and uses every component', () => {
    const { securitySchemes: _, ...components } = document.components;
    const names = Object.entries(components).flatMap(([kind, members]) =>
      Object.keys(members).map((name) => `#/components/${kind}/${name}`),
    );
    expect([...new Set(membersNamed('$ref', document))]).to.have.members(names);
  });

  it('declares every path parameter once, as required', () => {
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

  it('declares exactly the required query parameters as required', () => {
    const required = operations.flatMap(({ operation }) =>
      operation.parameters
        .filter((parameter) => parameter.in === 'query' && parameter.required)
        .map(({ name }) => `${operation.operationId} ${name}`),
    );
    expect(required).to.deep.equal([
      'downloadGenerations ids',
      'listBoxUploads box_id',
      'listAdminRuns state',
    ]);
  });

  it('offers limit and cursor on every list', () => {
    // These lists have no pages. The number of social accounts is limited to characters times platforms, so pages would
    // not be shorter. There are at most 100 causes.
    const fixed = [
      'listPresets',
      'listModels',
      'listSocialAccounts',
      'listAdminProviders',
      'listAdminProviderHistory',
      'listAdminCauses',
    ];
    const lists = operations.filter(({ operation: { operationId } }) =>
      operationId.startsWith('list'),
    );
    for (const { operation } of lists) {
      if (fixed.includes(operation.operationId)) continue;
      const names = operation.parameters.map(({ name }) => name);
      expect(names, operation.operationId).to.include.members(['limit', 'cursor']);
    }
    expect(lists).to.have.length.above(8);
  });

  it('contains only schemas that compile under JSON Schema 2020-12', () => {
    const schemas = [
      ...Object.values(document.components.schemas),
      ...(membersNamed('schema', [document.paths, document.webhooks]) as object[]),
      ...(membersNamed('schema', document.components) as object[]),
    ];
    const distinct = new Map(schemas.map((schema) => [JSON.stringify(schema), schema]));
    for (const schema of distinct.values()) validatorOf(schema);
    expect(schemas.length).to.be.above(operations.length);
  });

  it('has a valid example for every body and every response', () => {
    const contents = [
      ...operations.flatMap(({ operation }) => [
        operation.requestBody,
        ...Object.values(operation.responses).map(resolved),
      ]),
      ...Object.values(document.webhooks).map(({ post }) => post.requestBody),
    ];
    for (const content of contents) {
      const json = content?.content?.['application/json'];
      if (json?.example === undefined) continue;
      const validate = validatorOf(json.schema);
      expect(validate(json.example), JSON.stringify(validate.errors)).to.equal(true);
    }
    for (const { operation } of operations) {
      for (const success of successesOf(operation)) {
        const json = success.content?.['application/json'];
        // Archives and streams are not JSON, so they have no example.
        if (!json && isNoJson(operation.operationId)) continue;
        expect(json, operation.operationId).to.include.keys('example');
      }
    }
  });

  it('lists errors 400, 401, 403, 429, 500 and 503 with their headers for every operation', () => {
    for (const { operation } of operations) {
      const { responses, security } = operation;
      const ofCallers = ['401', '403'];
      expect(responses, operation.operationId).to.include.keys(['400', '429', '500', '503']);
      if (security?.length === 0) expect(responses).not.to.have.any.keys(ofCallers);
      else expect(responses, operation.operationId).to.include.keys(ofCallers);
      for (const [status, answer] of Object.entries(responses)) {
        const { description, headers, content } = resolved(answer);
        expect(description).not.to.equal('');
        expect(headers).to.include.keys('X-Request-Id', 'X-RateLimit-Limit', 'X-RateLimit-Reset');
        if (status === '429' || status === '503') expect(headers).to.include.keys('Retry-After');
        if (status === '401') expect(headers).to.include.keys('WWW-Authenticate');
        if (status === '304') {
          expect(headers).to.include.keys('ETag');
          expect(content).to.equal(undefined);
          continue;
        }
        if (status.startsWith('2') && isNoJson(operation.operationId)) continue;
        expect(content).to.have.keys('application/json');
      }
    }
  });

  it('documents ETag and If-None-Match only for responses that have an ETag', () => {
    const tagged = ROUTES.filter((row) => row.tagged || row.fixed !== undefined).map(
      ({ id }) => id,
    );
    expect(tagged).to.include.members(['getGeneration', 'listModels']);
    for (const { operation } of operations) {
      const names = operation.parameters.map(resolved).map(({ name }) => name);
      const facts = [
        '304' in operation.responses,
        names.includes('If-None-Match'),
        'ETag' in (successesOf(operation)[0]?.headers ?? {}),
      ];
      const isTagged = tagged.includes(operation.operationId);
      expect(facts, operation.operationId).to.deep.equal([isTagged, isTagged, isTagged]);
    }
  });

  it('defines every error once, and refers to it from each operation', () => {
    for (const { operation } of operations) {
      const successes = successesOf(operation);
      const errors = Object.values(operation.responses).filter((one) => !successes.includes(one));
      for (const error of errors) expect(Object.keys(error)).to.deep.equal(['$ref']);
    }
  });

  it('lists the delivery headers for every webhook', () => {
    expect(Object.keys(document.webhooks)).to.have.members([...EVENT_TYPES]);
    for (const { post } of Object.values(document.webhooks)) {
      const headers = post.parameters.map(resolved).filter((one) => one.in === 'header');
      expect(headers.map(({ name }) => name)).to.include.members([
        'Service-Signature',
        'Service-Event',
        'Service-Delivery',
        'User-Agent',
      ]);
      expect(headers.every(({ required }) => required)).to.equal(true);
    }
  });
});
