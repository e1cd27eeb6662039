import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { expect } from 'chai';
import { PACKED, packCode } from '../../tools/pack-code.mjs';
import { findCheckout } from '../../runtime/checkout.js';

/** Fields of a package.json that the test reads. */
interface Manifest {
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
}

/**
 * Two scripts that share code, one of them in a subfolder; a package of two files; another package;
 * and a package of this project.
 */
const FILES = {
  'node_modules/many/package.json': '{ "name": "many", "main": "index.js" }',
  'node_modules/many/index.js': `
    function drive() { try { return require('absent-driver'); } catch { return 'no driver'; } }
    module.exports = { part: require('./part.js'), drive, Named: class Named {} };`,
  'node_modules/many/part.js': `module.exports = 'a part';`,
  'node_modules/beside/package.json': '{ "name": "beside", "type": "module", "main": "index.js" }',
  'node_modules/beside/index.js': `export const where = import.meta.url;`,
  'code/package.json': '{ "type": "module" }',
  'code/node_modules/own/package.json':
    '{ "name": "own", "type": "module", "exports": "./index.js" }',
  'code/node_modules/own/index.js': `export const ours = 'ours';`,
  'code/deep/er/finder.js': `
    import many from 'many';
    import { ours } from 'own';
    export const found = new URL('./text.txt', import.meta.url).href;
    export const folder = import.meta.dirname;
    export class Named {}
    export const names = [Named.name, many.Named.name, many.part, many.drive(), ours];`,
  'code/deep/er/text.txt': 'found',
  'code/deep/er/thread.js': `
    import { found, folder } from './finder.js';
    console.log(JSON.stringify({ found, folder }));`,
  'code/first/start.js': `
    import { found, folder, names } from '../deep/er/finder.js';
    import { where } from 'beside';
    console.log(JSON.stringify({ found, folder, names, where }));`,
};

describe("npm start's packed code", () => {
  let root: string;
  let code: string;
  const run = async (script: string): Promise<unknown> =>
    JSON.parse((await promisify(execFile)(process.execPath, [join(code, script)])).stdout);

  beforeEach(async () => {
    root = await realpath(await mkdtemp(join(tmpdir(), 'pack-code-')));
    code = join(root, 'code');
    for (const [file, text] of Object.entries(FILES)) {
      await mkdir(dirname(join(root, file)), { recursive: true });
      await writeFile(join(root, file), text);
    }
  });
  afterEach(() => rm(root, { recursive: true, force: true }));

  it('behaves as before in each of its scripts', async () => {
    const scripts = ['first/start', 'deep/er/thread'];
    const before = await Promise.all(scripts.map((script) => run(`${script}.js`)));
    await packCode(code, scripts, new Set(['many']));
    const after = await Promise.all(scripts.map((script) => run(`${script}.js`)));
    expect(after).to.deep.equal(before);
    expect(after[0]).to.deep.equal({
      found: `file://${join(code, 'deep/er/text.txt')}`,
      folder: join(code, 'deep/er'),
      names: ['Named', 'Named', 'a part', 'no driver', 'ours'],
      where: `file://${join(root, 'node_modules/beside/index.js')}`,
    });
  });

  it('does not need any package that was bundled into it', async () => {
    await packCode(code, ['first/start'], new Set(['many']));
    await rm(join(root, 'node_modules/many'), { recursive: true });
    expect(await run('first/start.js')).to.include({ folder: join(code, 'deep/er') });
  });

  it('contains the packages of this project, so that it runs without their folders', async () => {
    await packCode(code, ['first/start'], new Set(['many']));
    await rm(join(code, 'node_modules'), { recursive: true });
    expect(await run('first/start.js')).to.include({ folder: join(code, 'deep/er') });
  });

  it('keeps other files in place', async () => {
    await packCode(code, ['first/start'], new Set(['many']));
    expect(await readdir(join(code, 'deep/er'))).to.include.members(['finder.js', 'text.txt']);
    expect(await readFile(join(code, 'deep/er/finder.js'), 'utf8')).to.include(`from 'many'`);
  });

  it('does not bundle a package that an external package also uses, so that no package is loaded twice', async () => {
    const modules = join(findCheckout(), 'node_modules');
    const needs = async (name: string): Promise<string[]> => {
      const text = await readFile(join(modules, name, 'package.json'), 'utf8').catch(() => '{}');
      const { dependencies, peerDependencies } = JSON.parse(text) as Manifest;
      return Object.keys({ ...dependencies, ...peerDependencies });
    };
    const ours = JSON.parse(
      await readFile(join(findCheckout(), 'package.json'), 'utf8'),
    ) as Manifest;
    const outside = new Set(
      Object.keys(ours.dependencies ?? {}).filter((name) => !PACKED.has(name)),
    );
    const twice: string[] = [];
    // A loop over a set also visits elements that are added during the loop, here the dependencies
    // of the packages.
    for (const user of outside) {
      for (const name of await needs(user)) {
        if (PACKED.has(name)) twice.push(`${user} uses ${name}`);
        else outside.add(name);
      }
    }
    expect(outside.size).to.be.greaterThan(100);
    expect(twice).to.deep.equal([]);
  });
});
