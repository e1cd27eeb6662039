import { readdir, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { expect } from 'chai';
import { createFetchFile } from '../../adapters/storage/fetch-file.js';
import { GOOD, guard } from './egress/rig.js';
import { closeServers, http, pump, serve, type Site } from './egress/servers.js';

const URL_OF_FILE = `https://${GOOD}/photo.png`;
const folders = async () =>
  (await readdir(tmpdir())).filter((name) => name.startsWith('media-file-')).toSorted();

describe('fetch-file', () => {
  let site: Site;
  let known: string[] = [];
  before(async () => {
    site = await serve((socket) => socket.end(http(404)));
  });
  beforeEach(async () => {
    known = await folders();
  });
  after(() => closeServers());
  const fetchFile = () => createFetchFile(guard(site));

  it('gives the bytes of an address as a file, which is gone when it is removed', async () => {
    site.answer = (socket) => socket.end(http(200, ['Content-Length: 5'], 'bytes'));
    const fetched = await fetchFile().fromUrl(URL_OF_FILE, 5);
    if (!('file' in fetched)) throw new Error(JSON.stringify(fetched));
    expect(fetched.file.size).to.equal(5);
    expect(await readFile(fetched.file.path, 'utf8')).to.equal('bytes');
    await fetched.file.remove();
    expect(await folders()).to.deep.equal(known);
  });

  const failures: [string, Site['answer']][] = [
    ['answers 404', (socket) => socket.end(http(404))],
    ['says that it is too large', (socket) => socket.end(http(200, ['Content-Length: 1001']))],
    [
      'sends more than it may',
      (socket) => {
        socket.write(http(200));
        void pump(socket, 1_000_000);
      },
    ],
    ['hangs up half way', (socket) => socket.end(http(200, ['Content-Length: 9'], 'half'))],
  ];
  for (const [what, answer] of failures) {
    it(`an address that ${what} is refused in one wording and leaves no file`, async () => {
      site.answer = answer;
      const refused = 'is a private or unreachable URL: only https on port 443, at most 1000 bytes';
      expect(await fetchFile().fromUrl(URL_OF_FILE, 1_000)).to.deep.equal({ refused });
      expect(await folders()).to.deep.equal(known);
    });
  }

  it('fetches eight files at once and asks the ninth caller to come again', async () => {
    const answers = Promise.withResolvers<void>();
    site.answer = (socket) =>
      void answers.promise.then(() => socket.end(http(200, ['Content-Length: 5'], 'bytes')));
    const { fromUrl } = fetchFile();
    const first = Array.from({ length: 8 }, () => fromUrl(URL_OF_FILE, 5));
    expect(await fromUrl(URL_OF_FILE, 5)).to.deep.equal({ busy: true });
    answers.resolve();
    for (const fetched of await Promise.all(first)) {
      if ('file' in fetched) await fetched.file.remove();
      else throw new Error(JSON.stringify(fetched));
    }
    expect(await folders()).to.deep.equal(known);
  });
});
