import { readFile } from 'node:fs/promises';
import { expect } from 'chai';
import { Type } from 'typebox';
import { buildTools } from '../../api/mcp/tools.js';
import { defineContract } from '../../api/contract.js';
import { route, type Route } from '../../api/route.js';
import { ROUTES } from '../../api/table.js';
import { createUpload, getUpload } from '../../api/handlers/uploads.js';
import { getAccount } from '../../api/handlers/account.js';

type Json = Readonly<Record<string, unknown>>;

/** Converts a schema to JSON, and keeps only JSON Schema keywords. */
const plain = (schema: unknown): string =>
  JSON.stringify(schema, (key, value) => {
    if (key === '$id' || key === 'discriminator') return undefined;
    if (typeof value !== 'object' || value === null || !('about' in value)) return value;
    const { about, description: _, ...rest } = value as Json;
    return { ...rest, description: about };
  });

/**
 * Lists the fields of a request part with their schemas, including the fields of each `oneOf`
 * branch.
 */
function fieldsOf(schema: unknown): [string, string][] {
  const { properties, oneOf = [] } = schema as { properties?: Json; oneOf?: unknown[] };
  const own = Object.entries(properties ?? {}).map(
    ([name, field]) => [name, plain(field)] satisfies [string, string],
  );
  return [...own, ...oneOf.flatMap((branch) => fieldsOf(branch))];
}

const tools = buildTools(ROUTES);

describe('MCP tools in the route table', () => {
  it('have the specified names, in alphabetical order', () => {
    expect([...tools.keys()]).to.deep.equal([...tools.keys()].toSorted());
    expect([...tools.keys()]).to.include.members([
      'generate_image',
      'generate_video',
      'list_uploads',
      'create_upload_url',
      'finish_upload',
    ]);
  });

  for (const [name, { listed, answerable, places, row }] of tools) {
    const { route: own } = answerable;
    const schema = listed.inputSchema as unknown as { properties: Json; required?: string[] };

    it(`accept the same input as the route: ${name}`, () => {
      for (const part of ['params', 'query', 'body'] as const) {
        const fields = Map.groupBy(own[part] ? fieldsOf(own[part]) : [], ([field]) => field);
        for (const [field, forms] of fields) {
          const argument = [...places].find(
            ([, place]) => place.in === part && place.name === field,
          )?.[0];
          if (argument === undefined) {
            const isLeftOut = row.without?.includes(field) ?? row.fields?.includes(field) === false;
            expect(isLeftOut, `${field} is left out`).to.equal(true);
            continue;
          }
          const different = [...new Set(forms.map(([, form]) => form))];
          const [only] = different;
          const wanted = different.length === 1 ? only : `{"anyOf":[${different.join(',')}]}`;
          expect(JSON.stringify(schema.properties[argument]), field).to.equal(wanted);
        }
      }
      const parts = [own.params, own.query, own.body].flatMap((part) => fieldsOf(part ?? {}));
      const taken = [...places.values()].filter((place) => place.in !== 'call');
      expect(taken.length).to.equal(
        new Set(
          parts
            .map(([field]) => field)
            .filter((field) => row.fields?.includes(field) ?? true)
            .filter((field) => !row.without?.includes(field)),
        ).size,
      );
    });

    it(`have an object schema at the root, without a choice or reference: ${name}`, () => {
      expect(listed.inputSchema.type).to.equal('object');
      expect(listed.inputSchema).not.to.have.any.keys('anyOf', 'oneOf', 'allOf', 'not');
      expect(listed.outputSchema?.type).to.equal('object');
      expect(JSON.stringify(listed)).not.to.include('$ref').and.not.to.include('$id');
    });

    it(`declare whether they change data, and only then take a key: ${name}`, () => {
      const changes = own.idempotency === 'required';
      expect(listed.annotations?.readOnlyHint).to.equal(!changes);
      expect('idempotency_key' in schema.properties).to.equal(changes);
      expect(listed.description).to.match(/\bFree\b|\bcosts?\b|\bprice\b/i);
    });
  }

  it('have result schemas without descriptions, except a field named description', () => {
    const output = tools.get('list_webhooks')?.listed.outputSchema;
    expect(output).to.have.nested.property('properties.data.items.properties.description.type');
    expect(JSON.stringify(output)).not.to.match(/"description":"|"examples":/);
  });

  it('do not accept a callback, so that a prompt cannot send results elsewhere', () => {
    const takers = [...tools].filter(([, { listed }]) =>
      /"webhook_(?:url|events)"/.test(JSON.stringify(listed.inputSchema)),
    );
    expect(takers.map(([name]) => name)).to.deep.equal([]);
    expect(JSON.stringify(tools.get('generate_image')?.listed.inputSchema)).to.include('metadata');
  });

  it('mark destructive actions, and actions that outsiders can see', () => {
    const marked = (hint: 'destructiveHint' | 'openWorldHint') =>
      [...tools].filter(([, { listed }]) => listed.annotations?.[hint]).map(([name]) => name);
    expect(marked('destructiveHint')).to.deep.equal(['cancel_generation']);
    expect(marked('openWorldHint')).to.deep.equal(['create_social_post']);
  });

  it('are listed in the guide, each with its scope', async () => {
    const guide = await readFile(new URL('../../docs/agents.md', import.meta.url), 'utf8');
    const lines = guide.split('\n').filter((line) => line.startsWith('| `'));
    for (const [name, { answerable }] of tools) {
      const line = lines.find((one) => one.split('|')[1]?.includes(`\`${name}\``));
      expect(line?.split('|')[3], name).to.include(`\`${answerable.route.scope}\``);
    }
  });

  it('refer only to existing tools', () => {
    for (const { listed } of tools.values()) {
      const named = [...(listed.description ?? '').matchAll(/`([a-z]+(?:_[a-z]+)+)`/g)];
      for (const [, name = ''] of named) {
        if (!/^(get|list|create|generate|finish|cancel|open)_/.test(name)) continue;
        expect([...tools.keys()], listed.name).to.include(name);
      }
    }
  });

  it('cannot be built with a duplicate name or a duplicate argument', () => {
    const tool = { name: 'look', title: 'Look', description: 'Free.' };
    const twice: Route[] = [
      { ...getAccount, tool },
      { ...getUpload, tool },
    ];
    expect(() => buildTools(twice)).to.throw('Two tools are called look');
    const clash = { ...createUpload, params: Type.Object({ url: Type.String() }), tool };
    expect(() => buildTools([clash])).to.throw('two arguments `url`');
    const kept = Type.Object({ idempotency_key: Type.String() });
    expect(() => buildTools([{ ...createUpload, body: kept, tool }])).to.throw('`idempotency_key`');
  });

  it('cannot be built for dashboard-only routes or non-JSON responses', () => {
    const tool = { name: 'look', title: 'Look', description: 'Free.' };
    expect(() => buildTools([{ ...getAccount, entryPoint: 'app', tool }])).to.throw(
      'cannot be a tool',
    );
    expect(() => buildTools([{ ...getAccount, answers: 'application/zip', tool }])).to.throw(
      'cannot be a tool',
    );
  });

  it("can repeat a response field that has an argument's name", () => {
    const declared = defineContract({
      id: 'openBox',
      method: 'GET',
      path: '/v1/box',
      summary: 'A box',
      tag: 'Uploads',
      scope: 'read',
      idempotency: 'none',
      status: 200,
      response: Type.Object({ id: Type.String() }),
      errors: [],
      tool: { name: 'box', title: 'Box', description: 'Free.', again: { id: 'box_id' } },
    });
    const box = route(declared, { handle: () => Promise.resolve({ id: 'box_1' }) });
    const listed = buildTools([box]).get('box')?.listed;
    expect(listed?.outputSchema).to.deep.equal({
      type: 'object',
      properties: { id: { type: 'string' }, box_id: { type: 'string' } },
      required: ['id', 'box_id'],
    });
  });
});
