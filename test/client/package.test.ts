import { gzipSync } from 'node:zlib';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { build } from 'esbuild';
import { expect } from 'chai';
import { provideClientChecks } from '../../tools/client-package.mjs';
import { ERROR_CODES } from '../../domain/contract/error-codes.js';
import { MEDIA_TYPES } from '../../domain/catalogue/media-types.js';
import { runTool } from '../contract/tool.js';
import { temporaryFolder } from '../support/temporary-folder.js';
import { installedClient } from './installed.js';

const ROOT = join(import.meta.dirname, '../..');
const TSC = join(ROOT, 'node_modules/.bin/tsc');
/** Maximum size of all code that a page can load. */
const GZIP_BYTES_MAX = 8_000;

const PEER = '@ai-sdk/provider';
/** Allowed imports of the modules of each folder. */
const IMPORTS = {
  '.': /^\.\/[\w-]+\.js$/,
  'ai-sdk': /^\.\.?\/[\w-]+\.js$|^@ai-sdk\/provider$/,
  // The command line runs only in Node.js.
  cli: /^(node:[\w/]+|\.\.?\/[\w-]+\.js)$/,
};

const RIGHT = [
  `import { MediaClient, RateLimitedError, webhooks, type Generation } from '@media-platform/client';`,
  `const media = new MediaClient({ baseUrl: 'http://localhost:8080', apiKey: 'svc_live_x' });`,
  `export const url = async () => (await media.images.create({ prompt: 'a fox' }).wait()).result.url;`,
  `export const queued = async (): Promise<Generation> => media.images.create({ prompt: 'a fox' });`,
  `export const models = () => media.request('GET /v1/models');`,
  `export const one = (id: string) => media.request('GET /v1/products/{id}', { params: { id } });`,
  `export const ids = async () => { for await (const { id } of media.generations.list()) id.at(0); };`,
  `export const posts = () => media.list('GET /v1/social/posts', { query: { limit: 5 } });`,
  `export const zip = async () => (await media.request('GET /v1/generations/archive', { query: { ids: 'gen_1' } })).body;`,
  `export const wait = (error: unknown) => error instanceof RateLimitedError && error.retryAfterMs;`,
  `export const low = async (body: string, headers: Headers) => { const event = await webhooks.unwrap(body, headers, 'whsec_x'); return event.type === 'credits.low' && event.data.balance > 1; };`,
  `export const upload = (file: Blob) => media.uploads.create(file, { onProgress: ({ sent }) => sent });`,
];

const WRONG = [
  `export const field = () => media.images.create({ promt: 'a fox' });`,
  `export const value = () => media.images.create({ prompt: 'a fox', aspect_ratio: '1:7' });`,
  `export const path = () => media.request('GET /v1/model');`,
  `export const method = () => media.request('PUT /v1/models');`,
  `export const noParams = () => media.request('GET /v1/products/{id}');`,
  `export const noBody = () => media.request('POST /v1/webhooks');`,
  `export const noList = () => media.list('GET /v1/account');`,
  `export const filter = () => media.generations.list({ status: 'fialed' });`,
  `export const status = (one: Generation) => one.status === 'fialed';`,
  `export const noUrl = () => new MediaClient({ apiKey: 'svc_live_x' });`,
];

/**
 * Every published type must be assignable to the contract's type. It may be narrower, because
 * OpenAPI lists the allowed values of some fields that are plain strings in the contracts.
 */
const COMPARISON = [
  `import type * as Published from '@media-platform/client';`,
  `import type * as Contract from '${ROOT}/packages/client/src/endpoints.js';`,
  `type Is<A, B> = [A] extends [B] ? true : false;`,
  `type Names<T> = Is<keyof T, keyof Published.Endpoints>;`,
  `type Parts = 'body' | 'query' | 'params' | 'response';`,
  `type Wider = { [N in keyof Contract.Endpoints]: { [P in Parts]: Is<Published.Endpoints[N][P], Contract.Endpoints[N][P]> extends true ? never : \`\${N} \${P}\` }[Parts] }[keyof Contract.Endpoints];`,
  `export const known: Names<Contract.Endpoints> = true;`,
  `export const others: Is<keyof Published.Endpoints, keyof Contract.Endpoints> = true;`,
  `export const wider: Is<Wider, never> = true;`,
  `export const codes: Is<Contract.ErrorCode, Published.ErrorCode> = true;`,
  `export const details: Is<Published.ErrorDetails, Contract.ErrorDetails> = true;`,
];

describe('the published client', () => {
  const installed = installedClient();
  const folder = temporaryFolder('client-types-');

  /** Compiles a file in a project with the installed package. */
  async function compile(lines: readonly string[], options: object): Promise<string[]> {
    const client = join(installed.project, 'node_modules/@media-platform/client/dist/index.d.ts');
    const compilerOptions = {
      target: 'ES2022',
      module: 'NodeNext',
      strict: true,
      noEmit: true,
      skipLibCheck: false,
      paths: { '@media-platform/client': [client] },
      ...options,
    };
    const settings = { compilerOptions, files: ['consumer.ts'] };
    await writeFile(join(folder(), 'package.json'), '{ "type": "module" }');
    await writeFile(join(folder(), 'tsconfig.json'), JSON.stringify(settings));
    await writeFile(join(folder(), 'consumer.ts'), `${lines.join('\n')}\n`);
    const { text } = await runTool(TSC, ['-p', '.'], folder());
    return text.split('\n').filter((line) => line.includes('error TS'));
  }

  const kinds = {
    'for browsers': {
      lib: ['ES2022', 'DOM', 'DOM.Iterable'],
      types: [],
      module: 'ESNext',
      moduleResolution: 'bundler',
    },
    'for Node.js': {
      lib: ['ES2022'],
      types: ['node'],
      typeRoots: [join(ROOT, 'node_modules/@types')],
    },
  };
  for (const [kind, options] of Object.entries(kinds)) {
    it(`has strict types ${kind}, which reject only mistakes`, async () => {
      const lines = [...RIGHT, ...WRONG];
      const problems = await compile(lines, options);
      const places = problems.map((line) => /^consumer\.ts\((\d+),/.exec(line)?.[1]);
      const refused = new Set(places.map((line) => lines[Number(line) - 1]));
      expect([...refused], problems.join('\n')).to.have.members(WRONG);
    });
  }

  it('has the types of the contracts', async () => {
    const options = {
      lib: ['ES2024'],
      types: ['node'],
      typeRoots: [join(ROOT, 'node_modules/@types')],
      skipLibCheck: true,
    };
    expect(await compile(COMPARISON, options)).to.deep.equal([]);
  });

  it('has types that need only the optional peer package, and does not have dependencies', async () => {
    const home = join(installed.project, 'node_modules/@media-platform/client');
    const manifest = JSON.parse(await readFile(join(home, 'package.json'), 'utf8'));
    // npm queries the registry for an optional peer dependency: for a minute if the registry is
    // unreachable.
    expect(manifest).not.to.have.any.keys('dependencies', 'peerDependencies');
    expect(manifest.peerDependenciesMeta).to.deep.equal({ [PEER]: { optional: true } });
    for (const [part, allowed] of Object.entries(IMPORTS)) {
      const entries = await readdir(join(home, 'dist', part), { withFileTypes: true });
      for (const { name: file } of entries.filter((entry) => entry.isFile())) {
        expect(file).to.match(/\.(d\.ts|js)$/);
        const text = await readFile(join(home, 'dist', part, file), 'utf8');
        for (const [, name = ''] of text.matchAll(/(?:from|import) '([^']+)'/g)) {
          expect(name, file).to.match(allowed);
        }
      }
    }
    expect(await readdir(join(installed.project, 'node_modules'))).to.have.members([
      '.bin',
      '.package-lock.json',
      '@media-platform',
    ]);
  });

  it(`bundles for browsers with less than ${GZIP_BYTES_MAX} bytes, compressed`, async () => {
    const bundle = async (contents: string) => {
      const { outputFiles } = await build({
        stdin: { contents, resolveDir: installed.project },
        bundle: true,
        minify: true,
        write: false,
        format: 'esm',
        platform: 'browser',
        logLevel: 'silent',
      });
      return gzipSync(outputFiles[0]?.contents ?? '').length;
    };
    const all = await bundle(`export * from '@media-platform/client';`);
    const client = await bundle(`export { MediaClient } from '@media-platform/client';`);
    console.log(`      ${all} bytes with everything, ${client} with MediaClient alone`);
    expect(all).to.be.below(GZIP_BYTES_MAX);
    expect(client).to.be.below(all);
  });

  it('is clean for publint and Are The Types Wrong', async () => {
    const bin = await provideClientChecks();
    const name = (await readdir(installed.project)).find((file) => file.endsWith('.tgz')) ?? '';
    const tarball = join(installed.project, name);
    const publint = await runTool(join(bin, 'publint'), ['--strict', tarball], ROOT);
    expect(publint.code, publint.text).to.equal(0);
    expect(publint.text).to.include('All good!');
    const profile = ['--profile', 'esm-only', '--no-color', '--no-emoji'];
    const attw = await runTool(join(bin, 'attw'), [...profile, tarball], ROOT);
    expect(attw.code, attw.text).to.equal(0);
    expect(attw.text).to.match(/node16 \(from ESM\) │ OK \(ESM\)/);
    expect(attw.text).to.match(/bundler +│ OK/);
  }).timeout(180_000);

  it('has an error class for each code, and a media type for each extension', async () => {
    const { ERROR_CLASSES, ApiError } = installed.client;
    expect(ERROR_CLASSES).to.have.all.keys(Object.keys(ERROR_CODES));
    for (const Class of Object.values(ERROR_CLASSES)) {
      expect(Class.prototype).to.be.instanceOf(ApiError);
    }
    const sent: unknown[] = [];
    const media = installed.of(
      'http://localhost',
      { apiKey: 'x' },
      {
        fetch: async (_, init) => {
          sent.push(JSON.parse(init.body as string));
          return Response.json({ error: { code: 'NOT_FOUND', message: '' } }, { status: 404 });
        },
      },
    );
    for (const { extension } of Object.values(MEDIA_TYPES)) {
      await media.uploads.create(new File(['x'], `file.${extension}`)).catch(() => undefined);
    }
    expect(sent).to.deep.equal(
      Object.keys(MEDIA_TYPES).map((type) => ({ content_type: type, size: 1 })),
    );
  });
}).timeout(120_000);
