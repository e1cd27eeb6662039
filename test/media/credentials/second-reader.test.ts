import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'chai';
import { provideC2paReader } from '../../../tools/c2pa-reader.mjs';
import { runTool } from '../../contract/tool.js';
import { temporaryFolder } from '../../support/temporary-folder.js';
import { asParent, CONVERTED, TYPES, unsigned, useCredentials } from './rig.js';

/** Time limit of the first run on a machine, which installs the reader. */
const INSTALL_MS = 300_000;
const SCRIPT = join(import.meta.dirname, 'second_reader.py');

describe('c2pa-python', () => {
  const ours = useCredentials('Ours');
  const theirs = useCredentials('Upstream');
  const folder = temporaryFolder('c2pa-reader-');
  let python = '';

  before(async function () {
    this.timeout(INSTALL_MS);
    python = await provideC2paReader();
  });

  it('accepts our files as valid, with the manifests of their parents', async () => {
    const paths: string[] = [];
    for (const type of TYPES) {
      const parent = asParent(await theirs.sign(await unsigned(type)));
      const { bytes } = await ours.sign(await unsigned(type), CONVERTED, [parent]);
      const path = join(folder(), `signed.${type.replace(/.*\//, '')}`);
      await writeFile(path, bytes);
      paths.push(path);
    }
    const { code, text } = await runTool(python, [SCRIPT, ...paths], folder());
    expect(code, text).to.equal(0);
    expect(JSON.parse(text)).to.deep.equal(
      TYPES.map(() => ({
        state: 'Valid',
        manifests: 2,
        // Its trust lists contain neither our root nor the upstream's.
        problems: ['signingCredential.untrusted'],
      })),
    );
  });
});
