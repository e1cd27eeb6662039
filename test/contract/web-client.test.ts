import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';
import { writeWebClient } from '../../tools/web-client.mjs';
import { temporaryFolder } from '../support/temporary-folder.js';

const INSTALL_MS = 300_000;
const CLIENT = fileURLToPath(new URL('../../web/src/api', import.meta.url));

describe('the client of the dashboard', () => {
  const folder = temporaryFolder('web-client-');

  async function readAll(root: string): Promise<Record<string, string>> {
    const entries = await readdir(root, { recursive: true, withFileTypes: true });
    const files = entries.filter((entry) => entry.isFile());
    const paths = files.map((entry) => join(entry.parentPath, entry.name)).toSorted();
    const texts = await Promise.all(
      paths.map(async (path) => [path.slice(root.length), await readFile(path, 'utf8')] as const),
    );
    return Object.fromEntries(texts);
  }

  it('is what `npm run web:client` makes of openapi.json', async function () {
    this.timeout(INSTALL_MS);
    const made = join(folder(), 'api');
    await writeWebClient(made);
    const fresh = await readAll(made);
    const kept = await readAll(CLIENT);
    expect(Object.keys(kept)).to.deep.equal(Object.keys(fresh));
    const stale = Object.keys(fresh).filter((path) => kept[path] !== fresh[path]);
    expect(stale, 'run `npm run web:client`').to.deep.equal([]);
  });
});
