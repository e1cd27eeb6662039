import { expect } from 'chai';
import { createFetchFile } from '../../adapters/storage/fetch-file.js';
import { GOOD, guard } from '../storage/egress/rig.js';
import { http, type Site } from '../storage/egress/servers.js';
import { resolver } from './quote-refusals/names.js';
import { errorOf, pathsOf, uploadSuite } from './uploads-rig.js';

const FILE = `https://${GOOD}/photo.png`;
const redirect =
  (location: string): Site['answer'] =>
  (socket) =>
    socket.end(http(302, [`Location: ${location}`]));

/** URL, what its server does, and what the caller is told. */
const FAULTS: Readonly<Record<string, readonly [string, RegExp, Site['answer']?]>> = {
  'a private address': ['https://10.0.0.1/a.png', /10\.0\.0\.1\/a\.png names a private/],
  'a metadata service': ['https://169.254.169.254/latest', /names a private or reserved address/],
  'an address in decimal': ['https://167772161/', /10\.0\.0\.1\/ names a private/],
  'IPv6 loopback': ['https://[::1]/a.png', /\[::1\]\/a\.png names a private/],
  'a name with a private address': ['https://inner.egress.test/', /name that leads to a private/],
  'a name with one private address': ['https://mixed.egress.test/', /name that leads to a private/],
  'an unknown name': ['https://unknown.egress.test/', /name that does not exist; check the sp/],
  'name servers that do not answer': ['https://silent.egress.test/', /did not answer for; try/],
  'plain http': [`http://${GOOD}/a.png`, /does not begin with https:\/\//],
  ftp: [`ftp://${GOOD}/a.png`, /does not begin with https:\/\//],
  credentials: [`https://user:secret@${GOOD}/a.png`, /test\/a\.png holds a user name or password/],
  'another port': [`https://${GOOD}:8443/a.png`, /names port 8443; only port 443/],
  'what is no URL': ['not a URL', /"not a URL" is not a URL; give a public one/],
  'a data URL': ['data:image/png;base64,AAAA', /holds a data URL; send it as `data`/],
  'an upload id': [`upl_${'0'.repeat(32)}`, /is an upload already/],
  'status 404': [FILE, /photo\.png answered with HTTP status 404/, (s) => s.end(http(404))],
  'a fourth redirect': [FILE, /is redirected more than 3 times/, redirect('/again')],
  'a redirect to nowhere': [FILE, /redirect to no single address/, (s) => s.end(http(302))],
  'a redirect to a private address': [
    FILE,
    /photo\.png is redirected to https:\/\/10\.0\.0\.1\/x, which names a private/,
    redirect('https://10.0.0.1/x?token=secret'),
  ],
  'a redirect to plain http': [
    FILE,
    /redirected to http:.* which does not begin/,
    redirect('http://a.test/'),
  ],
  'a file that is too large': [
    FILE,
    /is larger than 200000000 bytes; send a smaller/,
    (s) => s.end(http(200, ['Content-Length: 200000001'])),
  ],
  'headers without end': [
    FILE,
    /headers of more than 16 KiB/,
    (s) => s.end(http(200, [`X-Long: ${'x'.repeat(20_000)}`])),
  ],
  'a compressed answer': [
    FILE,
    /is sent compressed/,
    (s) => s.end(http(200, ['Content-Encoding: gzip'], 'x')),
  ],
  'half a file': [FILE, /broke off/, (s) => s.end(http(200, ['Content-Length: 9'], 'half'))],
  silence: [FILE, /took too long; it has to answer within 5 seconds/, () => undefined],
  'a server that is not there': ['https://away.egress.test/', /takes no connection on port 443/],
};

describe('what an import is refused with', () => {
  const suite = uploadSuite({
    workers: null,
    change: (deps) => {
      // Port 1 of this machine: nobody listens there.
      const portMap = new Map([
        [GOOD, suite.site.port],
        ['away.egress.test', 1],
      ]);
      const fetchFile = createFetchFile(guard(suite.site, { resolver, portMap }));
      return { ...deps, fetchFile };
    },
  });

  for (const [what, [url, says, answer]] of Object.entries(FAULTS)) {
    it(`${what}: the field, the value and what to do, and nothing is counted`, async () => {
      const customer = await suite.customer();
      suite.site.answer = answer ?? ((socket) => socket.end(http(200, [], 'x')));
      const refused = await suite.create(customer, { url });
      expect(refused.status, refused.text).to.equal(400);
      expect(pathsOf(refused)).to.deep.equal(['body.url']);
      expect(errorOf(refused).message)
        .to.match(/^body\.url: /)
        .and.match(says);
      expect(refused.text).not.to.include('secret');
      expect(await suite.counted(customer)).to.deep.equal({ files: 0, bytes: 0 });
      const rows = 'SELECT 1 FROM upload WHERE account_id = $1';
      expect(await suite.db.query(rows, [customer.accountId])).to.deep.equal([]);
    });
  }
});
