// Loads the TypeScript files of this checkout, as an `--import` of Node.js. This loader replaces
// tsx: each file is transformed once and cached by its content, Node.js caches the compiled code,
// and everything runs in the importing thread. That halves the CPU time and the memory that loading
// takes (docs/decisions/0047-the-test-loop.md). Node's own type stripping is not enough, because
// entities use legacy decorators.
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import module, { createRequire, registerHooks } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = new URL('../', import.meta.url);
/** The cache is in node_modules, so that it is deleted together with the compiler. */
const CACHE = fileURLToPath(new URL('node_modules/.cache/ts-hooks/', ROOT));
const OPTIONS = {
  format: 'esm',
  target: 'node24',
  sourcemap: 'inline',
  sourcesContent: false,
  tsconfigRaw: {
    compilerOptions: {
      experimentalDecorators: true,
      useDefineForClassFields: false,
      verbatimModuleSyntax: true,
    },
  },
};

const require = createRequire(import.meta.url);
const SALT = `${require('esbuild/package.json').version}\0${JSON.stringify(OPTIONS)}`;
/** URLs of `.ts` files, by the `.js` import that refers to them; null if there is no such file. */
const sources = new Map();

mkdirSync(CACHE, { recursive: true });
module.enableCompileCache(join(CACHE, 'compiled'));
process.setSourceMapsEnabled(true);

registerHooks({
  resolve(specifier, context, next) {
    const source = specifier.endsWith('.js') ? findSource(specifier, context.parentURL) : null;
    return source
      ? { url: source, format: 'module', shortCircuit: true }
      : next(specifier, context);
  },
  load(url, context, next) {
    if (!/\.m?tsx?$/.test(url) || !isOurs(url)) return next(url, context);
    return { format: 'module', source: readCompiled(fileURLToPath(url)), shortCircuit: true };
  },
});

/**
 * Finds the `.ts` file for an import of a `.js` file, or null. Threads start with an absolute URL.
 */
function findSource(specifier, parent) {
  const isRelative = /^\.\.?\//.test(specifier) && parent && isOurs(parent);
  if (!isRelative && !isOurs(specifier)) return null;
  const url = new URL(`${specifier.slice(0, -'.js'.length)}.ts`, parent).href;
  if (!sources.has(url)) sources.set(url, existsSync(fileURLToPath(url)) ? url : null);
  return sources.get(url);
}

function isOurs(url) {
  return url.startsWith(ROOT.href) && !url.includes('/node_modules/');
}

function readCompiled(path) {
  const source = readFileSync(path, 'utf8');
  const name = createHash('sha256').update(`${SALT}\0${path}\0${source}`).digest('hex');
  const kept = join(CACHE, `${name}.mjs`);
  try {
    return readFileSync(kept, 'utf8');
  } catch {
    return compile(path, source, kept);
  }
}

function compile(path, source, kept) {
  const { transformSync } = require('esbuild');
  const loader = path.endsWith('x') ? 'tsx' : 'ts';
  const { code } = transformSync(source, { ...OPTIONS, loader, sourcefile: path });
  // A rename is atomic, so no other process reads a partial file.
  const half = `${kept}.${process.pid}`;
  mkdirSync(dirname(kept), { recursive: true });
  writeFileSync(half, code);
  renameSync(half, kept);
  return code;
}
