// Packs compiled code: joins every script that is started with the libraries of which it loads many
// files. `node tools/pack-code.mjs <folder>` does it in place, for what `npm start` has compiled.
import { existsSync, realpathSync } from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { rolldown } from 'rolldown';

/** What is started by its path: processes, their threads, and the commands of a start. */
const SCRIPTS = [
  'adapters/media/inspection/worker',
  'api/server',
  'cli/admin/main',
  'cli/migrate',
  'packages/stand-ins/social/start',
  'packages/studio/clip/worker',
  'supervisor/leash',
  'supervisor/start',
  'workers/all',
];

/**
 * Libraries of many files, or of much that we do not use. All others stay where they are: those with
 * native code or WebAssembly find it beside themselves, and Temporal's find each other. What one of
 * those uses must not be here: there would be two of it, and what is registered with one the other
 * does not know.
 */
export const PACKED = new Set([
  '@koa/router',
  '@modelcontextprotocol/server',
  '@simplewebauthn/server',
  'koa',
  'minio',
  'oidc-provider',
  'openid-client',
  'pg',
  'typebox',
  'typeorm',
  'undici',
]);

/** Where code that several scripts share goes. */
const SHARED = 'packed';

/**
 * Packs scripts in place. What is not packed keeps its file, so code finds others by path as before.
 * @param {string} folder compiled code, below the `node_modules` that it uses
 * @param {readonly string[]} scripts below the folder, without `.js`
 * @param {ReadonlySet<string>} packed names of packages
 */
export async function packCode(folder, scripts = SCRIPTS, packed = PACKED) {
  const bundle = await rolldown({
    cwd: folder,
    platform: 'node',
    input: Object.fromEntries(scripts.map((script) => [script, join(folder, `${script}.js`)])),
    plugins: [leaveOutside(folder, packed), keepPlaces(folder)],
    // Warnings are about the code of libraries, which is not ours to change. Errors are thrown.
    logLevel: 'silent',
  });
  await bundle.write({
    dir: folder,
    format: 'esm',
    entryFileNames: '[name].js',
    chunkFileNames: `${SHARED}/[name].js`,
    // TypeORM goes by the names of classes.
    keepNames: true,
    comments: false,
  });
  await bundle.close();
}

/**
 * Keeps out what is not to be packed, and what is not installed: TypeORM names the drivers of every
 * database, and loads one of them. Packages of the project lie in the folder and are packed like all
 * its code.
 */
function leaveOutside(folder, packed) {
  return {
    name: 'leave-outside',
    resolveId: {
      order: 'pre',
      async handler(id, importer, { kind }) {
        if (importer === undefined || /^[./]/.test(id)) return null;
        if (importer.startsWith(folder + sep)) {
          const name = packageOf(id);
          const isOurs = existsSync(join(folder, 'node_modules', name));
          return isOurs || packed.has(name) ? null : { id, external: true };
        }
        const found = await this.resolve(id, importer, { kind, skipSelf: true });
        return found ?? { id, external: true };
      },
    },
  };
}

/** `koa` of `koa/lib/application.js`, `@koa/router` of `@koa/router/index.js`. */
const packageOf = (id) =>
  id
    .split('/')
    .slice(0, id.startsWith('@') ? 2 : 1)
    .join('/');

/** Code that looks for files beside itself goes on finding them: it knows the way to where it was. */
function keepPlaces(folder) {
  return {
    name: 'keep-places',
    transform(code, id) {
      if (!id.startsWith(folder + sep) || !code.includes('import.meta.')) return null;
      const place = JSON.stringify(relative(folder, id));
      return code
        .replaceAll('import.meta.url', `__urlOf(${place})`)
        .replaceAll('import.meta.dirname', `__folderOf(${place})`);
    },
    renderChunk(code, { fileName }) {
      const wayTo = (place) => JSON.stringify(relative(dirname(fileName), place));
      return code
        .replaceAll(
          /__urlOf\("(.+?)"\)/g,
          (_, place) => `new URL(${wayTo(place)}, import.meta.url).href`,
        )
        .replaceAll(
          /__folderOf\("(.+?)"\)/g,
          (_, place) =>
            `process.getBuiltinModule('node:path').join(import.meta.dirname, ${wayTo(dirname(place))})`,
        );
    },
  };
}

if (import.meta.main) await packCode(realpathSync(resolve(process.argv[2])));
