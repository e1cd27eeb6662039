import { readdir, readFile } from 'node:fs/promises';
import { expect } from 'chai';
import { DETAIL_CODES } from '../../domain/contract/detail-codes.js';
import { document, membersNamed, operations, resolved } from './document.js';

type Json = Record<string, unknown>;
const isObject = (node: unknown): node is Json => typeof node === 'object' && node !== null;

/** Lists a node's schema and every schema below it, with their paths. */
function schemasIn(node: unknown, path: string): { path: string; schema: Json }[] {
  if (Array.isArray(node)) return node.flatMap((item, at) => schemasIn(item, `${path}/${at}`));
  if (!isObject(node)) return [];
  const inside = Object.entries(node)
    .filter(([key]) => !['example', 'examples', 'mapping'].includes(key))
    .flatMap(([key, value]) => schemasIn(value, `${path}/${key}`));
  return [{ path, schema: node }, ...inside];
}

const everywhere = schemasIn(document, '#');

/** Reads the description of a node or, if it has none, the description of its reference's target. */
const wordsOf = (node: Json): unknown => node['description'] ?? resolved(node)['description'];

describe('the texts of the OpenAPI document', () => {
  it('describe every property of every object', () => {
    // A schema below `not` lists properties that must be absent.
    const allowed = everywhere.filter(({ path }) => !path.endsWith('/not'));
    const silent = allowed.flatMap(({ path, schema: { properties } }) =>
      Object.entries(isObject(properties) ? properties : {})
        .filter(([, property]) => !wordsOf(property as Json))
        .map(([name]) => `${path}/properties/${name}`),
    );
    expect(silent, silent.join('\n')).to.deep.equal([]);
    expect(everywhere.filter(({ schema }) => schema['properties'])).to.have.length.above(40);
  });

  it('describe every component, parameter, header, tag, body and operation', () => {
    const parameters = membersNamed('parameters', document).flatMap((list) =>
      Object.values(list as Json[]),
    );
    const webhooks = Object.values(document.webhooks).map(({ post }) => post);
    const described = [
      ...Object.values(document.components).flatMap(Object.values),
      ...parameters.map(resolved),
      ...document.tags,
      ...operations.map(({ operation }) => operation),
      ...webhooks,
      ...[...operations.map(({ operation }) => operation), ...webhooks]
        .map(({ requestBody }) => requestBody)
        .filter((body) => body !== undefined),
    ] as Json[];
    const silent = described.filter((one) => !wordsOf(one));
    expect(silent, JSON.stringify(silent, null, 1)).to.deep.equal([]);
  });

  it('explain each value of every enum on its own line', () => {
    const choices = everywhere.filter(({ schema }) => Array.isArray(schema['enum']));
    for (const { path, schema } of choices) {
      for (const value of (schema['enum'] as unknown[]).map(String)) {
        const lines = String(schema['description']).split('\n');
        const line = lines.find((one) => one.startsWith(`- \`${value}\`: `)) ?? '';
        expect(line.length, `${path}: ${value}`).to.be.above(value.length + 8);
      }
    }
    expect(choices).to.have.length.above(25);
  });

  it('do not refer to sections of internal pages', () => {
    for (const { path, schema } of everywhere) {
      if (typeof schema['description'] !== 'string') continue;
      expect(schema['description'], path).not.to.match(/\b(design|notes)\b.*§|\(spec\b/);
    }
  });

  it('list exactly the details.code values that the source code raises', async () => {
    const folders = ['api', 'domain', 'activities'];
    const files = (
      await Promise.all(folders.map((folder) => readdir(folder, { recursive: true })))
    ).flatMap((names, at) => names.map((name) => `${folders[at]}/${name}`));
    const sources = files.filter((file) => file.endsWith('.ts') && !file.endsWith('-codes.ts'));
    const texts = await Promise.all(sources.map((file) => readFile(file, 'utf8')));
    const unused = Object.keys(DETAIL_CODES).filter(
      (code) => !texts.some((text) => text.includes(`'${code}'`)),
    );
    expect(unused).to.deep.equal([]);
    const { ErrorDetailCode } = document.components.schemas as Record<string, { enum?: string[] }>;
    expect(ErrorDetailCode?.enum).to.deep.equal(Object.keys(DETAIL_CODES));
    // The compiler checks the codes in details, except codes in an object of this form.
    const raised = texts.flatMap((text) => [
      ...text.matchAll(/details: \{ ?\n?\s*code: '([A-Z_]+)'/g),
    ]);
    for (const [, code] of raised) expect(DETAIL_CODES).to.include.keys(code ?? '');
    expect(raised).to.have.length.above(3);
  });
});
