// Bundles compiled code: joins every entry point with the libraries that consist of many files.
// `node tools/pack-code.mjs <folder>` bundles in place the code that `npm start` has compiled.
import { existsSync, realpathSync } from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { rolldown } from 'rolldown';

/** Entry points: processes, their threads, and the commands that `npm start` runs. */
const SCRIPTS = [
  'adapters/media/credentials/worker',
  'adapters/media/inspection/worker',
  'api/server',
  'cli/admin/main',
  'cli/migrate',
  'packages/stand-ins/social/start',
  'packages/studio/clip/worker',
  'packages/studio/speech/worker',
  'supervisor/leash',
  'supervisor/start',
  'workers/all',
];

/**
 * Libraries with many files, or with much code that the product does not use. All others are not
 * bundled: libraries with native code or WebAssembly find it relative to their own files, and
 * Temporal's packages find each other. Do not add a dependency of an unbundled package: it would be
 * loaded twice, and a registration in one copy would be missing in the other.
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

/** Folder for code that several scripts share. */
const SHARED = 'packed';

/**
 * Bundles scripts in place. All other files stay, so that code can still find them by path.
 * @param {string} folder compiled code, below the `node_modules` that it uses
 * @param {readonly string[]} scripts paths below the folder, without `.js`
 * @param {ReadonlySet<string>} packed names of packages to bundle
 */
export async function packCode(folder, scripts = SCRIPTS, packed = PACKED) {
  const bundle = await rolldown({
    cwd: folder,
    platform: 'node',
    input: Object.fromEntries(scripts.map((script) => [script, join(folder, `${script}.js`)])),
    plugins: [leaveOutside(folder, packed), keepPlaces(folder)],
    // Warnings concern library code, which this project cannot change. Errors are thrown.
    logLevel: 'silent',
  });
  await bundle.write({
    dir: folder,
    format: 'esm',
    entryFileNames: '[name].js',
    chunkFileNames: `${SHARED}/[name].js`,
    // TypeORM relies on class names.
    keepNames: true,
    comments: false,
  });
  await bundle.close();
}

/**
 * Excludes packages that must not be bundled or are not installed: TypeORM imports the drivers of
 * every database, but loads only one of them. The packages of this project are in the folder, and
 * are bundled with its code.
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

/** Returns `koa` for `koa/lib/application.js`, `@koa/router` for `@koa/router/index.js`. */
const packageOf = (id) =>
  id
    .split('/')
    .slice(0, id.startsWith('@') ? 2 : 1)
    .join('/');

/** Replaces `import.meta`, so that code still finds files relative to its original path. */
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
