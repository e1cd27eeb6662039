import { execFile } from 'node:child_process';
import { cp, glob, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';
import { arrowsFile, CLOSED, isFile } from './arrows.js';
import { ROOMS, type Room } from './rooms.js';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const OXLINT = join(ROOT, 'node_modules/.bin/oxlint');

interface Probe {
  /** What a failure prints: `importer -> imported (value | type)`. */
  readonly arrow: string;
  readonly file: string;
  readonly statement: string;
  readonly refused: boolean;
}

/** Lints a copy of the lint configuration with the given files; returns `file:line` per refusal. */
async function refusals(files: ReadonlyMap<string, readonly string[]>): Promise<Set<string>> {
  const folder = await mkdtemp(join(tmpdir(), 'arrows-'));
  try {
    for (const config of ['.oxlintrc.json', '.oxlint-arrows.json']) {
      await cp(join(ROOT, config), join(folder, config));
    }
    for (const [file, lines] of files) {
      await mkdir(dirname(join(folder, file)), { recursive: true });
      await writeFile(join(folder, file), `${lines.join('\n')}\n`);
    }
    const report: { diagnostics: Diagnostic[] } = JSON.parse(await oxlint(folder));
    return new Set(
      report.diagnostics
        .filter(({ code }) => code === 'eslint(no-restricted-imports)')
        .map(({ filename, labels }) => `${filename}:${labels[0]?.span.line}`),
    );
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

interface Diagnostic {
  readonly code: string;
  readonly filename: string;
  readonly labels: readonly { readonly span: { readonly line: number } }[];
}

/** Findings make oxlint exit with 1, so its output counts and not its exit code. */
function oxlint(cwd: string): Promise<string> {
  const limits = { cwd, maxBuffer: 64 * 1024 * 1024, timeout: 20_000 };
  return new Promise((resolve, reject) => {
    execFile(OXLINT, ['--format=json'], limits, (error, stdout, stderr) => {
      if (stdout.startsWith('{')) resolve(stdout);
      else reject(new Error(`oxlint gave no report: ${stdout}${stderr}`, { cause: error }));
    });
  });
}

/** A file of a room, as an importer and as what is imported. */
const fileIn = (room: string): string => (isFile(room) ? room : `${room}/probe`);

function specifier(from: string, to: string): string {
  const path = relative(dirname(`${fileIn(from)}.ts`), `${fileIn(to)}.js`);
  return path.startsWith('.') ? path : `./${path}`;
}

/** Two probes for each pair of rooms: a value and a type import. */
function probesOf(row: Room): Probe[] {
  const file = `${fileIn(row.room)}.ts`;
  const others = [...ROOMS.map(({ room }) => room), ...CLOSED].filter((room) => room !== row.room);
  return others.flatMap((room) => {
    const from = specifier(row.room, room);
    const name = room.replace(/\W/g, '_');
    const value = row.imports.includes(room);
    const type = value || (row.types ?? []).includes(room);
    return [
      {
        arrow: `${file} -> ${from} (value)`,
        file,
        statement: `export * as ${name} from '${from}';`,
        refused: !value,
      },
      {
        arrow: `${file} -> ${from} (type)`,
        file,
        statement: `export type * as ${name}Type from '${from}';`,
        refused: !type,
      },
    ];
  });
}

/** What no change of the table may allow. */
const NEVER: readonly (readonly [file: string, imported: string])[] = [
  ...['koa', 'minio', 'undici', '@temporalio/client', '../../api/route.js'].flatMap((name) =>
    ['ledger', 'accounts', 'generations'].map((room) => [`domain/${room}/p.ts`, name] as const),
  ),
  ...['typeorm', 'node:fs', 'koa', '../entities/account.js', '../runtime/deps.js'].map(
    (name) => ['workflows/p.ts', name] as const,
  ),
  ['api/routes/p.ts', '@temporalio/client'],
  ['api/routes/p.ts', '../../adapters/store/s3-object-store.js'],
  ['adapters/providers/fal/p.ts', '../../../domain/ledger/reserve.js'],
  ['packages/studio/clip/p.ts', '../../../domain/catalogue/plans.js'],
  ['adapters/providers/local/p.ts', '../../../packages/studio/clip/render-clip.js'],
  ['supervisor/p.ts', '../api/server.js'],
  ['web/src/pages/keys/p.tsx', '../team/roles'],
  ['web/src/pages/uploads/boxes/p.tsx', '../../team/roles'],
];

describe('import arrows', () => {
  it('run one way: a room imports only rooms above it in the table', () => {
    const wrong = ROOMS.flatMap(({ room, imports, types = [] }, at) => {
      const above = new Set([...ROOMS.slice(0, at).map((row) => row.room), 'tools']);
      return [...imports, ...types]
        .filter((name) => !above.has(name))
        .map((name) => `${room} -> ${name}`);
    });
    expect(wrong).to.deep.equal([]);
  });

  it('are in the settings of the linter as in the table (npm run arrows)', async () => {
    expect(await readFile(join(ROOT, '.oxlint-arrows.json'), 'utf8')).to.equal(arrowsFile());
  });

  it('are refused by the linter exactly where the table refuses them', async () => {
    const files = new Map<string, string[]>();
    const places = ROOMS.flatMap(probesOf).map((probe) => {
      const lines = files.get(probe.file) ?? [];
      files.set(probe.file, lines);
      return { ...probe, place: `${probe.file}:${lines.push(probe.statement)}` };
    });
    const refused = await refusals(files);
    const wrong = places
      .filter((probe) => refused.has(probe.place) !== probe.refused)
      .map(
        ({ arrow, refused: expected }) => `${arrow} must be ${expected ? 'refused' : 'allowed'}`,
      );
    expect(wrong.join('\n')).to.equal('');
  });

  it('never lead from rules to servers, vendors or I/O, whatever the table says', async () => {
    const files = new Map<string, string[]>();
    const places = NEVER.map(([file, name]) => {
      const lines = files.get(file) ?? [];
      files.set(file, lines);
      return `${file}:${lines.push(`import '${name}';`)}`;
    });
    const refused = await refusals(files);
    expect(places.filter((place) => !refused.has(place))).to.deep.equal([]);
  });

  it('sees re-exports, side-effect imports and inline types like any other import', async () => {
    const lines = [
      `export { one } from '../entities/account.js';`,
      `export * from '../entities/account.js';`,
      `import '../entities/account.js';`,
      `import { type Four } from '../domain/contract/image.js';`,
      `import { type Five, six } from '../domain/contract/image.js';`,
    ];
    const refused = await refusals(new Map([['workflows/probe.ts', lines]]));
    expect([...refused].toSorted()).to.deep.equal(
      [1, 2, 3, 5].map((line) => `workflows/probe.ts:${line}`),
    );
  });

  it('cover every folder that holds source files', async () => {
    const { include }: { include: string[] } = JSON.parse(
      await readFile(join(ROOT, 'tsconfig.json'), 'utf8'),
    );
    const free = new Set(['test', 'bench']);
    const uncovered: string[] = [];
    for (const root of include.filter((name) => !free.has(name))) {
      for await (const file of glob(`${root}/**/*.ts`, { cwd: ROOT })) {
        if (!ROOMS.some(({ room }) => file.startsWith(`${room}/`))) uncovered.push(file);
      }
    }
    expect(uncovered, 'files under no row of rooms.ts').to.deep.equal([]);
  });
});
