import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect } from 'chai';
import { checkSums } from '../../tools/build.mjs';
import { download } from '../../tools/download.mjs';
import { PINS } from '../../tools/pins.mjs';
import { failureOf } from '../support/failure.js';
import { closeServer, listenLocally } from '../support/loopback.js';

const ARCHIVE = 'tool_1.0.0.tar.gz';
const sha256 = (bytes: Buffer | string): string => createHash('sha256').update(bytes).digest('hex');

describe('downloaded servers', () => {
  let folder: string;
  let server: Server;
  let base: string;
  let archive: Buffer;
  /** Checksum that the release publishes for its archive. */
  let published: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'checksums-'));
    await writeFile(join(folder, 'tool'), 'the program');
    await promisify(execFile)('tar', ['-czf', join(folder, ARCHIVE), '-C', folder, 'tool']);
    archive = await readFile(join(folder, ARCHIVE));
    published = sha256(archive);
    for (const name of ['tool', ARCHIVE]) await rm(join(folder, name));
    server = createServer((request, response) => {
      const isList = request.url?.endsWith('/checksums.txt');
      response.end(isList ? `${published}  ${ARCHIVE}\n` : archive);
    });
    base = await listenLocally(server);
  });
  afterEach(async () => {
    await closeServer(server);
    await rm(folder, { recursive: true });
  });
  const fetchPinned = (pin: string | null) =>
    download('tool', { base, archive: ARCHIVE, sha256: pin }, folder);

  it('are unpacked if they match the pinned checksum', async () => {
    expect(await fetchPinned(published)).to.equal(true);
    expect(await readFile(join(folder, 'tool'), 'utf8')).to.equal('the program');
  });

  it('are rejected if the release was replaced together with its list of checksums', async () => {
    const pin = sha256('the archive of before');
    const error = await failureOf(fetchPinned(pin));
    expect(error.message).to.include(published).and.include(pin);
    expect(await readdir(folder)).to.deep.equal([]);
  });

  it('are rejected if only the archive was replaced', async () => {
    const pin = published;
    archive = Buffer.from('another archive');
    const error = await failureOf(fetchPinned(pin));
    expect(error.message).to.include(`its SHA-256 is ${sha256(archive)}, not ${pin}`);
    expect(await readdir(folder)).to.deep.equal([]);
  });

  it('are pinned, except the server whose checksum could not be confirmed', () => {
    const releases = Object.entries(PINS).filter(([, { release }]) => release);
    const unpinned = releases.filter(([, { release }]) => !release?.sha256);
    expect(unpinned.map(([name]) => name)).to.deep.equal(['versitygw']);
  });

  it('must consist of exactly the listed jars', async () => {
    const list = join(folder, '..', `${sha256(folder)}.sha256`);
    try {
      await writeFile(list, `${sha256('a')}  a.jar\n${sha256('b')}  b.jar\n`);
      await writeFile(join(folder, 'a.jar'), 'a');
      expect((await failureOf(checkSums(list, folder))).message).to.include(
        'Missing from the download: b.jar',
      );
      await writeFile(join(folder, 'b.jar'), 'b');
      await checkSums(list, folder);
      await writeFile(join(folder, 'c.jar'), 'c');
      expect((await failureOf(checkSums(list, folder))).message).to.include('c.jar');
      await rm(join(folder, 'c.jar'));
      await writeFile(join(folder, 'a.jar'), 'changed');
      expect((await failureOf(checkSums(list, folder))).message).to.include('a.jar');
    } finally {
      await rm(list);
    }
  });
});

describe('GitHub workflow actions', () => {
  for (const name of ['ci.yml', 'release.yml']) {
    it(`are pinned to commits in ${name}`, async () => {
      const place = new URL(`../../.github/workflows/${name}`, import.meta.url);
      const text = await readFile(place, 'utf8');
      const used = [...text.matchAll(/uses: (\S+)/g)].map(([, action = '']) => action);
      expect(used).not.to.deep.equal([]);
      for (const action of used) expect(action).to.match(/^[\w-]+\/[\w-]+@[0-9a-f]{40}$/);
    });
  }
});
