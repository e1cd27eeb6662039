import { execFile } from 'node:child_process';
import { cp, glob, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';
import { OURS, PACKAGES, SDKS, TARGETS } from './arrows-table.js';

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

/** The specifier with which `file` imports a column: a path of ours, or a package as it is. */
function specifier(file: string, column: string): string {
  const target = TARGETS[column];
  if (!target) return column;
  const path = relative(dirname(file), target);
  return path.startsWith('.') ? path : `./${path}`;
}

/** Two probes per cell of a table: a value and a type import. */
function probesOf(table: string): Probe[] {
  const [head, ...rows] = table
    .trim()
    .split('\n')
    .map((line) => line.trim().split(/\s+/));
  const columns = head?.slice(1) ?? [];
  return rows.flatMap(([file = '', ...cells]) => {
    expect(cells, `cells of ${file}`).to.have.length(columns.length);
    return columns.flatMap((column, index) => {
      const cell = cells[index] ?? '';
      const from = specifier(file, column);
      const name = column.replace(/\W/g, '_');
      expect(cell, `${file} -> ${column}`).to.match(/^[vt.]$/);
      return [
        {
          arrow: `${file} -> ${from} (value)`,
          file,
          statement: `export * as ${name} from '${from}';`,
          refused: cell !== 'v',
        },
        {
          arrow: `${file} -> ${from} (type)`,
          file,
          statement: `export type * as ${name}Type from '${from}';`,
          refused: cell === '.',
        },
      ];
    });
  });
}

describe('import arrows', () => {
  const probes = [OURS, PACKAGES, SDKS].flatMap(probesOf);

  it('refuses exactly the imports that the tables refuse', async () => {
    const files = new Map<string, string[]>();
    const places = probes.map((probe) => {
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

  it('covers every folder that holds source files', async () => {
    const rows = OURS.trim().split('\n').slice(1);
    const covered = rows.map((row) => dirname(row.trim().split(/\s+/)[0] ?? ''));
    const { include }: { include: string[] } = JSON.parse(
      await readFile(join(ROOT, 'tsconfig.json'), 'utf8'),
    );
    const free = new Set(['test', 'bench']);
    const uncovered: string[] = [];
    for (const root of include.filter((name) => !free.has(name))) {
      for await (const file of glob(`${root}/**/*.ts`, { cwd: ROOT })) {
        if (!covered.some((folder) => file.startsWith(`${folder}/`))) uncovered.push(file);
      }
    }
    expect(uncovered, 'files under no row of arrows-table.ts').to.deep.equal([]);
  });
});
