import { ROOMS, type Room } from './rooms.js';

/** A block of `.oxlint-arrows.json`. */
interface Block {
  readonly files: readonly string[];
  readonly rules: Readonly<Record<string, readonly unknown[]>>;
}

/** Rooms that are nobody's to import from, beside those with a row. */
export const CLOSED = ['test', 'bench', 'tools'];

export const isFile = (room: string): boolean =>
  ROOMS.some(({ room: folder }) => folder !== room && room.startsWith(`${folder}/`));

/** Patterns like those of a .gitignore, the last match wins: rooms that a row may not see. */
function unseen(row: Room, seen: readonly string[]): string[] {
  const others = [...ROOMS.map(({ room }) => room), ...CLOSED].filter((room) => room !== row.room);
  const folders = others.filter((room) => !isFile(room) && !seen.includes(room));
  return [
    ...folders.flatMap((room) => waysTo(room, row.room)),
    // A folder that is seen may hold a file that is not, and the other way round.
    ...others
      .filter(isFile)
      .flatMap((file) =>
        waysTo(file, row.room).map((way) => (seen.includes(file) ? `!${way}` : way)),
      ),
  ];
}

/** Everything, but for what a row may see. */
function allBut(row: Room): string[] {
  const packages = (row.packages ?? []).flatMap((name) => [`!${name}`, `!${name}/**`]);
  const builtIns = row.pure ? [] : ['!node:*', '!node:*/**'];
  return ['**', '!./**', '!../**', ...builtIns, ...packages, ...unseen(row, row.imports)];
}

/** How files of one room may spell the way to another. */
function waysTo(room: string, from: string): string[] {
  if (from.startsWith(`${room}/`)) return ['./**'];
  const end = isFile(room) ? '.js' : '/**';
  const folder = room.slice(0, room.lastIndexOf('/') + 1);
  const name = room.slice(folder.length) + end;
  const far = `**/${room}${end}`;
  if (folder === '' || !`${from}/`.startsWith(folder)) return [far];
  return [far, ...['./', '../', '../../', '../../../'].map((way) => way + name)];
}

function blockOf(row: Room): Block {
  const { room, imports, types = [], packages = [] } = row;
  const message = [
    `${room} imports ${[...imports, ...packages].join(', ') || 'nothing but itself'}`,
    ...(types.length > 0 ? [`types of ${types.join(', ')}`] : []),
  ].join('; ');
  const values = { message, group: allBut(row) };
  const patterns =
    types.length === 0
      ? [values]
      : [
          { message, group: unseen(row, [...imports, ...types]) },
          { ...values, allowTypeImports: true },
        ];
  return {
    files: [isFile(room) ? `${room}.ts` : `${room}/**`],
    rules: { 'no-restricted-imports': ['error', { patterns }] },
  };
}

const only = (
  files: string,
  message: string,
  refused: { readonly group: readonly string[] } | { readonly regex: string },
): Block => ({
  files: [files],
  rules: { 'no-restricted-imports': ['error', { patterns: [{ message, ...refused }] }] },
});

const ONE_PAGE = 'A page of the dashboard imports nothing of another page.';

/** The text of `.oxlint-arrows.json`. A later block replaces an earlier one for its files. */
export function arrowsFile(): string {
  const overrides = [
    ...ROOMS.filter(({ room }) => !isFile(room)).map(blockOf),
    ...ROOMS.filter(({ room }) => isFile(room)).map(blockOf),
    // Nothing is installed yet when these run.
    only('tools/**', 'tools import Node built-ins alone.', {
      group: ['**', '!./**', '!node:*', '!node:*/**'],
    }),
    only('tools/testing/**', 'tools import Node built-ins alone.', {
      group: ['**', '!./**', '!../*.mjs', '!node:*', '!node:*/**'],
    }),
    only('tools/pack-code.mjs', 'It runs once all is installed, and needs Rolldown alone.', {
      group: ['**', '!./**', '!node:*', '!node:*/**', '!rolldown'],
    }),
    // Tests of a package import what they test with.
    { files: ['packages/*/test/**'], rules: { 'no-restricted-imports': ['off'] } },
    only(
      '{test,packages/*/test}/**/*.test.ts',
      'Wait for a condition (test/support), not for time.',
      {
        group: ['node:timers/promises'],
      },
    ),
    // What two pages share has a room in web/src, whose name says what it is.
    only('web/src/pages/**', ONE_PAGE, { regex: String.raw`^\.\./[^.]` }),
    only('web/src/pages/*/*/**', ONE_PAGE, { regex: String.raw`^\.\./\.\./[^.]` }),
  ];
  const schema = './node_modules/oxlint/configuration_schema.json';
  const lines = overrides.map((block) => `    ${JSON.stringify(block)}`);
  return `{\n  "$schema": "${schema}",\n  "overrides": [\n${lines.join(',\n')}\n  ]\n}\n`;
}
