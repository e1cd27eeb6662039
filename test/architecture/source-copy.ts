import { cp, mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { runTool } from '../contract/tool.js';

export const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const TSC = join(ROOT, 'node_modules/.bin/tsc');

/** Folders of the product that `tsconfig.build.json` and `web/tsconfig.json` include. */
const FOLDERS = ['domain', 'tracing', 'adapters', 'entities', 'api', 'workflows', 'activities'];
const MORE = ['workers', 'runtime', 'packages', 'supervisor', 'cli', 'web'];
/** Settings and tools that compile and run the product. */
const OTHERS = ['tools', 'package.json', 'tsconfig.json'];
const IS_LEFT_OUT = /\/(?:node_modules|dist|test)(?:\/|$)/;

/** Compiler settings of the two programs (server and dashboard) in a copy. */
const PROGRAMS = {
  'tsconfig.product.json': {
    extends: './tsconfig.json',
    compilerOptions: { types: ['node'] },
    include: [...FOLDERS, ...MORE.filter((name) => name !== 'web')],
  },
  'tsconfig.web.json': {
    extends: './web/tsconfig.json',
    compilerOptions: { types: [] },
    include: ['web/src', 'domain/captions/twemoji-parser.d.ts'],
  },
};

/** A replacement of one occurrence of a text in a file. */
export interface Edit {
  readonly file: string;
  readonly find: string;
  readonly replace: string;
}

/** Copies the product into a folder in which it can be compiled. */
export async function copySources(folder: string): Promise<void> {
  const copied = [...FOLDERS, ...MORE, ...OTHERS].map((name) =>
    cp(join(ROOT, name), join(folder, name), {
      recursive: true,
      filter: (path) => !IS_LEFT_OUT.test(path.slice(ROOT.length - 1)),
    }),
  );
  await Promise.all([...copied, linkModules(folder)]);
  for (const [name, settings] of Object.entries(PROGRAMS)) {
    await writeFile(join(folder, name), JSON.stringify(settings));
  }
}

/** Links the installed packages and, from the copy, our own packages. */
async function linkModules(folder: string): Promise<void> {
  const own = '@media-platform';
  await mkdir(join(folder, 'node_modules', own), { recursive: true });
  const installed = await readdir(join(ROOT, 'node_modules'));
  for (const name of installed.filter((each) => each !== own && !each.startsWith('.'))) {
    await symlink(join(ROOT, 'node_modules', name), join(folder, 'node_modules', name));
  }
  for (const name of await readdir(join(ROOT, 'packages'))) {
    await symlink(join(folder, 'packages', name), join(folder, 'node_modules', own, name));
  }
}

/** Runs a check on a copy with some edits, and undoes the edits. */
export async function withEdits<Result>(
  folder: string,
  edits: readonly Edit[],
  check: () => Promise<Result>,
): Promise<Result> {
  const before = new Map<string, string>();
  for (const { file, find, replace } of edits) {
    const text = await readFile(join(folder, file), 'utf8');
    if (text.split(find).length !== 2) throw new Error(`${file} must have "${find}" once.`);
    before.set(file, before.get(file) ?? text);
    await writeFile(
      join(folder, file),
      text.replace(find, () => replace),
    );
  }
  try {
    return await check();
  } finally {
    for (const [file, text] of before) await writeFile(join(folder, file), text);
  }
}

/** Finds the files of a copy that do not compile. */
export async function findBroken(folder: string): Promise<string[]> {
  const found = Object.keys(PROGRAMS).map(async (program) => {
    const { code, text } = await runTool(TSC, ['-p', program, '--pretty', 'false'], folder);
    const places = [...text.matchAll(/^(\S+?)\(\d+,\d+\): error/gm)];
    // A crash of the compiler must not be mistaken for a program without errors.
    if ((code === 0) !== (places.length === 0)) throw new Error(text);
    return places.map(([, file = '']) => file);
  });
  return [...new Set((await Promise.all(found)).flat())];
}
