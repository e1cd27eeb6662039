import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { createFetchFile } from '../../adapters/egress/fetch-file.js';
import { GOOD, guard } from './rig.js';
import { closeServers } from '../support/loopback.js';
import { http, pump, serve, type Site } from './servers.js';

const URL_OF_FILE = `https://${GOOD}/photo.png`;
const folders = async () =>
  (await readdir(tmpdir())).filter((name) => name.startsWith('media-file-')).toSorted();

describe('fetchFile', () => {
  let site: Site;
  let known: string[] = [];
  /** A separate folder for this test file, because other test files fetch files concurrently. */
  let own = '';
  const shared = process.env['TMPDIR'];
  before(async () => {
    site = await serve((socket) => socket.end(http(404)));
    own = await mkdtemp(join(tmpdir(), 'fetch-file-'));
    process.env['TMPDIR'] = own;
  });
  beforeEach(async () => {
    known = await folders();
  });
  after(async () => {
    if (shared === undefined) delete process.env['TMPDIR'];
    else process.env['TMPDIR'] = shared;
    await rm(own, { recursive: true });
    closeServers();
  });
  const fetchFile = () => createFetchFile(guard(site));

  it('returns the bytes of a URL as a file, which is deleted when the caller removes it', async () => {
    site.answer = (socket) => socket.end(http(200, ['Content-Length: 5'], 'bytes'));
    const fetched = await fetchFile().fromUrl(URL_OF_FILE, 5);
    if (!('file' in fetched)) throw new Error(JSON.stringify(fetched));
    expect(fetched.file.size).to.equal(5);
    expect(await readFile(fetched.file.path, 'utf8')).to.equal('bytes');
    await fetched.file.remove();
    expect(await folders()).to.deep.equal(known);
  });

  const failures: [string, string, Site['answer']][] = [
    ['returns 404', 'answered with HTTP status 404; check', (socket) => socket.end(http(404))],
    [
      'declares a size over the limit',
      'is larger than 1000 bytes; send',
      (socket) => socket.end(http(200, ['Content-Length: 1001'])),
    ],
    [
      'sends more than allowed',
      'is larger than 1000 bytes; send',
      (socket) => {
        socket.write(http(200));
        pump(socket, 1_000_000);
      },
    ],
    [
      'disconnects halfway',
      'broke off before the file was complete; try',
      (socket) => socket.end(http(200, ['Content-Length: 9'], 'half')),
    ],
  ];
  for (const [what, says, answer] of failures) {
    it(`explains why a URL that ${what} is refused, and does not leave a file`, async () => {
      site.answer = answer;
      const fetched = await fetchFile().fromUrl(URL_OF_FILE, 1_000);
      if (!('refused' in fetched)) throw new Error(JSON.stringify(fetched));
      expect(fetched.refused).to.include(`${URL_OF_FILE} ${says}`);
      expect(fetched).to.include({ tried: true, tooLarge: says.startsWith('is larger') });
      expect(await folders()).to.deep.equal(known);
    });
  }

  it('checks a URL with the same messages, but without a request', async () => {
    const { checkUrl, fromUrl } = fetchFile();
    const visits = site.visits.length;
    for (const url of [
      'https://10.0.0.1/a',
      `https://${GOOD}:444/`,
      'https://[',
      'ftp://a.test/',
    ]) {
      expect(await fromUrl(url, 5), url).to.deep.equal({
        refused: await checkUrl(url),
        bytes: 0,
        tried: false,
        tooLarge: false,
      });
    }
    expect(await checkUrl(URL_OF_FILE)).to.equal(null);
    expect(site.visits.length).to.equal(visits);
  });

  it('reports how many bytes arrived before a file was rejected', async () => {
    site.answer = (socket) => {
      socket.write(http(200));
      pump(socket, 50_000_000);
    };
    const fetched = await fetchFile().fromUrl(URL_OF_FILE, 1_000_000);
    if (!('refused' in fetched)) throw new Error(JSON.stringify(fetched));
    // The chunk that exceeds the limit does not count.
    expect(fetched.bytes).to.be.within(800_000, 1_000_000);
    expect(await folders()).to.deep.equal(known);
  });
});
