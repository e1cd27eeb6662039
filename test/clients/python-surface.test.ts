import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'chai';
import { ERROR_CODES } from '../../domain/contract/error-codes.js';
import { buildWebhookHeaders } from '../../domain/contract/webhook-signature.js';
import { provideNpmTools } from '../../tools/openapi-tools.mjs';
import { document } from '../contract/document.js';
import { runTool } from '../contract/tool.js';
import { VECTORS } from '../docs/vectors.js';
import { temporaryFolder } from '../support/temporary-folder.js';
import { readBlocks, SOURCES, usePythonClient } from './python-rig.js';

interface Fields {
  readonly all: readonly string[];
  readonly required: readonly string[];
}

interface ObjectSchema {
  readonly properties?: object;
  readonly required?: readonly string[];
}

interface Surface {
  readonly errors: Readonly<Record<string, string>>;
  readonly types: Readonly<Record<string, Fields>>;
  readonly same: boolean;
  readonly path: string;
}

/** Schema of each type whose name differs from its schema. */
const SCHEMAS: Readonly<Record<string, string>> = {
  Generation: 'ImageGeneration',
  WebhookEvent: 'Event',
};
const INSTALL_MS = 300_000;

describe('the Python client without a platform', () => {
  const client = usePythonClient();
  const folder = temporaryFolder('python-surface-');
  let pyright: (file: string) => Promise<{ code: number | null; text: string }>;
  before('pyright is installed', async function () {
    this.timeout(INSTALL_MS);
    const bin = join(await provideNpmTools(), 'pyright');
    pyright = (file) => runTool(bin, ['--pythonpath', client.python(), file], folder());
    const settings = { typeCheckingMode: 'strict', pythonVersion: '3.10' };
    await writeFile(join(folder(), 'pyrightconfig.json'), JSON.stringify(settings));
  });

  it('has one class per error code, and the fields of the OpenAPI document', async () => {
    const { errors, types, same } = await client.play<Surface>('surface', 'sync');
    expect(Object.keys(errors)).to.have.members(Object.keys(ERROR_CODES));
    expect(new Set(Object.values(errors)).size).to.equal(Object.keys(ERROR_CODES).length);
    expect(same, 'both clients have the same methods').to.equal(true);
    const { ListGenerations, ListSpeech, ...objects } = types;
    for (const [name, fields] of Object.entries(objects)) {
      const schema: ObjectSchema = document.components.schemas[SCHEMAS[name] ?? name] ?? {};
      const place = `${name} in clients/python/src/media_platform/types.py`;
      expect(fields.all, place).to.have.members(Object.keys(schema.properties ?? {}));
      expect(fields.required, place).to.have.members(schema.required ?? []);
    }
    for (const [path, filters] of [
      ['/v1/generations', ListGenerations],
      ['/v1/speech', ListSpeech],
    ] as const) {
      const parameters = document.paths[path]?.['get']?.parameters ?? [];
      const names = parameters.map(({ name }) => name).filter((name) => name !== 'cursor');
      expect(filters?.all, path).to.have.members(names);
    }
  });

  it('never sends its key to another host, even if a path contains one', async () => {
    const { path } = await client.play<Surface>('surface', 'sync');
    expect(path).to.include('must begin with /');
  });

  it('accepts webhooks exactly as the test vectors require, with the old and new secret and clock skew', async () => {
    const [first] = VECTORS;
    if (!first) throw new Error('no vector');
    const [old, next, strange] = ['whsec_b2xk', 'whsec_bmV3', 'whsec_b3RoZXI='];
    const body = '{"id":"evt_1","type":"credits.low","created_at":1,"data":{"balance":18}}';
    const signed = (...secrets: string[]) =>
      buildWebhookHeaders(
        { id: 'dlv_1', eventId: 'evt_1', type: 'credits.low', body, secrets },
        new Date(),
      );
    const receive = (headers: object, secrets: string | string[], skew = 0) => ({
      headers,
      secrets,
      skew,
      body,
    });
    const cases = [
      [receive(signed(next, old), old), true],
      [receive(signed(next, old), next), true],
      [receive(signed(old), [old, next]), true],
      [receive(signed(next), [old, next]), true],
      [receive(signed(strange), [old, next]), false],
      [receive({}, old), false],
      [receive({ ...signed(old), 'Service-Signature': 't=,v1=' }, old), false],
      [receive({ ...signed(old), 'Service-Signature': `t=${'9'.repeat(5_000)},v1=` }, old), false],
      [
        receive(
          { ...receive({}, old), 'service-signature': signed(old)['Service-Signature'] },
          old,
        ),
        true,
      ],
      [receive(signed(old), old, 290), true],
      [receive(signed(old), old, 330), false],
      [receive(signed(old), old, -290), true],
    ] as const;
    const file = join(folder(), 'cases.json');
    const deliveries = cases.map(([delivery]) => delivery);
    await writeFile(file, JSON.stringify({ vectors: VECTORS, deliveries }));
    const did = await client.play<{ vectors: boolean[]; deliveries: boolean[]; event: object }>(
      'verify',
      'sync',
      undefined,
      file,
    );
    const wrong = VECTORS.filter(({ valid }, index) => did.vectors[index] !== valid);
    expect(wrong.map(({ name }) => name)).to.deep.equal([]);
    expect(did.deliveries).to.deep.equal(cases.map(([, valid]) => valid));
    expect(did.event).to.deep.equal(JSON.parse(body));
  });

  it('and the blocks of its README pass pyright in strict mode', async () => {
    const own = await pyright(join(SOURCES, 'src'));
    expect(own.text).to.include('0 errors, 0 warnings');
    const blocks = await readBlocks();
    for (const [index, block] of blocks.entries()) {
      await writeFile(join(folder(), `block_${index}.py`), block);
    }
    const { code, text } = await pyright('.');
    expect(text).to.include('0 errors, 0 warnings');
    expect(code).to.equal(0);
  }).timeout(INSTALL_MS);

  it('has types that reject a misspelt field and an unchecked optional result', async () => {
    const wrong = [
      'from media_platform import MediaClient',
      'client = MediaClient()',
      'client.images.create(promt="a fox")',
      'client.videos.create(prompt="a fox")',
      'client.generations.get("gen_1")["result"]["url"]',
      'client.generations.list(status="done")',
      'client.speech.create(voice_key="grace")',
      'client.speech.get("spc_1")["result"]["url"]',
    ];
    const file = join(folder(), 'wrong.py');
    await writeFile(file, `${wrong.join('\n')}\n`);
    const { text } = await pyright(file);
    const lines = [...text.matchAll(/wrong\.py:(\d+):\d+ - error/g)].map(([, line]) =>
      Number(line),
    );
    expect(new Set(lines), text).to.deep.equal(new Set([3, 4, 5, 6, 7, 8]));
  }).timeout(INSTALL_MS);
});
