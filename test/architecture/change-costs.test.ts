import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'chai';
import { runTool } from '../contract/tool.js';
import { temporaryFolder } from '../support/temporary-folder.js';
import { copySources, findBroken, ROOT, withEdits, type Edit } from './source-copy.js';

const MODEL_FILE = 'domain/catalogue/video-models/seedance.ts';

/** Builds an edit that adds a model; `falFamily` is the family of its endpoint at fal. */
const modelRow = (falFamily = 'seedance'): Edit => ({
  file: MODEL_FILE,
  find: 'readonly VideoModel[] = [',
  replace: `readonly VideoModel[] = [
  {
    ...COMMON,
    id: 'sample-1',
    name: 'Sample 1',
    durations: ['8'],
    resolutions: ['720p'],
    aspectRatios: ALL_RATIOS,
    defaults: DEFAULTS,
    referenceImagesMax: 0,
    usdPerSecond: { '720p': 0.1 },
    sources: [
      fal('sample/fal', { family: '${falFamily}' }, SEED),
      kie('sample/kie', { family: 'seedance', promptMax: 900 }),
      openRouter('sample/openrouter', { promptMax: 900 }, SEED),
    ],
  },`,
});

/** Each row of the table in ARCHITECTURE.md and the first edit of its change, which adds the new catalogue row. */
const CHANGES = {
  'model of a known vendor': modelRow(),
  'source of a known provider': {
    file: 'domain/catalogue/video-models/others.ts',
    find: "own('grok-imagine-1.5'),",
    replace: "own('grok-imagine-1.5'), fal('sample/grok', { family: 'seedance' }),",
  },
  'event type': {
    file: 'domain/catalogue/event-types.ts',
    find: 'export const EVENTS = {',
    replace: "export const EVENTS = { 'sample.happened': { when: 'A sample', data: 'A sample' },",
  },
  platform: {
    file: 'domain/catalogue/social-platforms.ts',
    find: "'twitter'] as const",
    replace: "'twitter', 'sample'] as const",
  },
  provider: {
    file: 'domain/catalogue/video-source.ts',
    find: 'readonly comfyui: null;',
    replace: 'readonly comfyui: null;\n  readonly sample: null;',
  },
} satisfies Record<string, Edit>;

/** Changes that are compiled together. Only the last change of a group breaks files. */
const GROUPS = [
  ['model of a known vendor', 'source of a known provider', 'platform'],
  ['provider'],
] as const;

/** Code that orders a clip of the sample model from each vendor. */
const ORDER = `
import { buildFalOrder } from './adapters/providers/fal/inputs.js';
import { buildKieOrder } from './adapters/providers/kie/inputs.js';
import { buildRouterOrder } from './adapters/providers/openrouter/inputs.js';
const job = { kind: 'video', fullPrompt: 'A kite.', references: [], motion: null, narration: null,
  resolution: '720p', aspectRatio: '9:16', seconds: 8, audio: true, seed: 7, firstFrame: {} };
const of = (vendor) => ({ ...job, upstreamModel: 'sample/' + vendor });
console.log(JSON.stringify([
  buildFalOrder(of('fal')).body(() => 'frame'),
  buildKieOrder(of('kie')).body(['frame']),
  buildRouterOrder(of('openrouter')).body('frame'),
]));
`;

interface Row {
  readonly first: string[];
  readonly broken: string[];
  readonly byHand: string[];
}

const pathsIn = (cell = ''): string[] =>
  [...cell.matchAll(/`([^`]+)`/g)].flatMap(([, path = '']) => (path.includes('/') ? [path] : []));

/** Reads the table of changes in ARCHITECTURE.md. @returns its rows by the name of the change */
async function readTable(): Promise<ReadonlyMap<string, Row>> {
  const page = await readFile(join(ROOT, 'docs/ARCHITECTURE.md'), 'utf8');
  const [, table = ''] = page.split('| A new… | Its row | Then `tsc` fails in | By hand |\n');
  const lines = table.slice(0, table.indexOf('\n\n')).split('\n').slice(1);
  return new Map(
    lines.map((line) => {
      const [name = '', first, broken, byHand] = line.slice('| '.length).split(' | ');
      return [name, { first: pathsIn(first), broken: pathsIn(broken), byHand: pathsIn(byHand) }];
    }),
  );
}

describe('the table of changes in ARCHITECTURE.md', () => {
  const folder = temporaryFolder('change-costs-');
  let table: ReadonlyMap<string, Row>;

  before('copies the sources', async () => {
    await copySources(folder());
    table = await readTable();
  });

  it('has a row for each change that this test makes', () => {
    expect([...table.keys()]).to.deep.equal(Object.keys(CHANGES));
  });

  for (const group of GROUPS) {
    it(`lists the files that do not compile: ${group.join(' and ')}`, async () => {
      const edits = group.map((name) => CHANGES[name]);
      const found = await withEdits(folder(), edits, () => findBroken(folder()));
      const listed = group.map((name) => table.get(name)?.broken ?? []);
      expect(listed.slice(0, -1).flat()).to.deep.equal([]);
      expect(found).to.have.members(listed.at(-1) ?? []);
    });
  }

  it('lists the files that do not compile: event type and an unsupported model family', async () => {
    const edits = [CHANGES['event type'], modelRow('unknown')];
    const found = await withEdits(folder(), edits, () => findBroken(folder()));
    expect(found).to.have.members([...(table.get('event type')?.broken ?? []), MODEL_FILE]);
  });

  it('lists the catalogue row where each change begins', () => {
    for (const [name, { file }] of Object.entries(CHANGES)) {
      const isNamed = table.get(name)?.first.some((path) => file.startsWith(path));
      expect(isNamed, `${name}: ${file}`).to.equal(true);
    }
  });

  it('names only files and folders that exist', () => {
    const named = [...table.values()].flatMap(({ first, byHand }) => [...first, ...byHand]);
    expect(named.filter((path) => !existsSync(join(ROOT, path)))).to.deep.equal([]);
  });

  it('does not require an adapter for a new model: its catalogue row suffices for an order from each vendor', async () => {
    await writeFile(join(folder(), 'order.mjs'), ORDER);
    const { code, text } = await withEdits(folder(), [modelRow()], () =>
      runTool(process.execPath, ['--import', './tools/ts-hooks.mjs', 'order.mjs'], folder()),
    );
    expect(code, text).to.equal(0);
    const bodies: unknown[] = JSON.parse(text);
    expect(bodies).to.have.length(3);
    for (const body of bodies) {
      expect(JSON.stringify(body)).to.include('A kite.').and.to.include('720p');
    }
  });
}).timeout(180_000);
