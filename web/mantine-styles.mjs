import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const NAME = 'virtual:mantine-styles.css';
const CORE = dirname(fileURLToPath(import.meta.resolve('@mantine/core/styles.css')));
const MANTINE = dirname(CORE);
const COMPONENTS = join(CORE, 'esm', 'components');
const SOURCES = [
  join(import.meta.dirname, 'src'),
  join(MANTINE, 'notifications', 'esm'),
  join(MANTINE, 'dropzone', 'esm'),
];
/** Styles that every page needs. */
const BASE = ['baseline', 'default-css-variables', 'global'];

/**
 * `virtual:mantine-styles.css`: the styles of the components that `web/src` imports and of the
 * components inside them, in the order of the full sheet, because later styles override earlier
 * ones. A newly imported component brings its styles without further configuration.
 */
export function mantineStyles() {
  return {
    name: 'mantine-styles',
    resolveId: (id) => (id === NAME ? `\0${NAME}` : null),
    load: (id) => (id === `\0${NAME}` ? gatherStyles() : null),
  };
}

async function gatherStyles() {
  const whole = await readFile(join(CORE, 'styles.css'), 'utf8');
  const used = [...BASE, ...(await followParts(await readNames()))];
  const existing = await readdir(join(CORE, 'styles'));
  const files = new Set(
    used.map((name) => `${name}.css`).filter((file) => existing.includes(file)),
  );
  const read = async (file) => (await readFile(join(CORE, 'styles', file), 'utf8')).trim();
  const sheets = await Promise.all([...files].map(read));
  if (sheets.some((sheet) => !whole.includes(sheet)))
    throw new Error('styles.css has other styles');
  return sheets.toSorted((one, other) => whole.indexOf(one) - whole.indexOf(other)).join('\n');
}

/** Reads the names that our pages and other Mantine packages import from the core. */
async function readNames() {
  const sources = await Promise.all(
    SOURCES.map(async (folder) => {
      const entries = await readdir(folder, { recursive: true, withFileTypes: true });
      const files = entries.filter((entry) => entry.isFile() && /\.(tsx?|mjs)$/.test(entry.name));
      return Promise.all(files.map((file) => readFile(join(file.parentPath, file.name), 'utf8')));
    }),
  );
  const imports = /import\s*\{([^}]*)\}\s*from\s*["']@mantine\/core["']/g;
  const lists = sources.flat().flatMap((text) => [...text.matchAll(imports)]);
  return new Set(lists.flatMap(([, list = '']) => list.split(',').map((name) => name.trim())));
}

/** Follows the imports of the components to their `.module` files, which name the styles. */
async function followParts(names) {
  const files = [...names]
    .map((name) => join(COMPONENTS, name, `${name}.mjs`))
    .filter((file) => existsSync(file));
  const seen = new Set(files);
  // Iterating over a set includes entries added during the iteration.
  for (const file of seen) {
    const text = await readFile(file, 'utf8');
    for (const [, path = ''] of text.matchAll(/from "(\.[^"]+\.mjs)"/g)) {
      seen.add(join(dirname(file), path));
    }
  }
  return [...seen]
    .filter((file) => file.endsWith('.module.mjs'))
    .map((file) => basename(file, '.module.mjs'));
}
