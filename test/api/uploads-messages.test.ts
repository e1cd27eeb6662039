import { expect } from 'chai';
import { createFetchFile } from '../../adapters/egress/fetch-file.js';
import { GOOD, guard } from '../egress/rig.js';
import { http, type Site } from '../egress/servers.js';
import { blackPng } from '../media/inspection/made.js';
import { fixture, SAMPLES } from '../media/inspection/samples.js';
import { resolver } from './quote-refusals/names.js';
import { dataUrl } from '../support/data-url.js';
import { errorOf, pathsOf, uploadSuite } from './uploads-rig.js';

const FILE = `https://${GOOD}/photo.png`;
const redirect =
  (location: string): Site['answer'] =>
  (socket) =>
    socket.end(http(302, [`Location: ${location}`]));

/** The message is the same in every case, so that it does not reveal host names in our network. */
const UNKNOWN =
  /egress\.test\/ has a host without a public address; check the spelling, send a public/;

/** URL, expected message, and behaviour of the server at the URL. */
const FAULTS: Readonly<Record<string, readonly [string, RegExp, Site['answer']?]>> = {
  'a private address': ['https://10.0.0.1/a.png', /10\.0\.0\.1\/a\.png has a private/],
  'a metadata service': ['https://169.254.169.254/latest', /has a private or reserved address/],
  'an address in decimal': ['https://167772161/', /10\.0\.0\.1\/ has a private/],
  'IPv6 loopback': ['https://[::1]/a.png', /\[::1\]\/a\.png has a private/],
  'a name with a private address': ['https://inner.egress.test/', UNKNOWN],
  'a name with one private address': ['https://mixed.egress.test/', UNKNOWN],
  'an unknown name': ['https://unknown.egress.test/', UNKNOWN],
  'silent name servers': ['https://silent.egress.test/', /did not answer; try/],
  'plain http': [`http://${GOOD}/a.png`, /does not start with https:\/\//],
  ftp: [`ftp://${GOOD}/a.png`, /does not start with https:\/\//],
  credentials: [
    `https://user:secret@${GOOD}/a.png`,
    /test\/a\.png contains a user name or password/,
  ],
  'another port': [`https://${GOOD}:8443/a.png`, /uses port 8443; only port 443/],
  'an invalid URL': ['not a URL', /"not a URL" is not a URL; send a public one/],
  'a data URL': ['data:image/png;base64,AAAA', /is a data URL; send it as `data`/],
  'an upload id': [`upl_${'0'.repeat(32)}`, /is the id of an existing upload/],
  'status 404': [FILE, /photo\.png answered with HTTP status 404/, (s) => s.end(http(404))],
  'a fourth redirect': [FILE, /is redirected more than 3 times/, redirect('/again')],
  'a redirect without Location': [
    FILE,
    /redirect without a single valid address/,
    (s) => s.end(http(302)),
  ],
  'a redirect to a private address': [
    FILE,
    /photo\.png is redirected to https:\/\/10\.0\.0\.1\/x, which has a private/,
    redirect('https://10.0.0.1/x?token=secret'),
  ],
  'a redirect to plain http': [
    FILE,
    /redirected to http:.* which does not start/,
    redirect('http://a.test/'),
  ],
  'a file that is too large': [
    FILE,
    /is larger than 200000000 bytes; send a smaller/,
    (s) => s.end(http(200, ['Content-Length: 200000001'])),
  ],
  'endless headers': [
    FILE,
    /headers of more than 16 KiB/,
    (s) => s.end(http(200, [`X-Long: ${'x'.repeat(20_000)}`])),
  ],
  'a compressed response': [
    FILE,
    /is compressed although/,
    (s) => s.end(http(200, ['Content-Encoding: gzip'], 'x')),
  ],
  'half a file': [FILE, /broke off/, (s) => s.end(http(200, ['Content-Length: 9'], 'half'))],
  silence: [FILE, /took too long; it must answer within 5 seconds/, () => undefined],
  'a server that is down': ['https://away.egress.test/', /does not accept connections on port 443/],
};

describe("an import's error messages", () => {
  const suite = uploadSuite({
    workers: null,
    change: (deps) => {
      // Nothing listens on port 1.
      const portMap = new Map([
        [GOOD, suite.site.port],
        ['away.egress.test', 1],
      ]);
      const fetchFile = createFetchFile(guard(suite.site, { resolver, portMap, headersMs: 3_000 }));
      return { ...deps, fetchFile };
    },
  });

  for (const [what, [url, says, answer]] of Object.entries(FAULTS)) {
    it(`name the field, the value and the next step for ${what}, and the file counts towards the allowance`, async () => {
      const customer = await suite.customer();
      suite.site.answer = answer ?? ((socket) => socket.end(http(200, [], 'x')));
      const refused = await suite.create(customer, { url });
      expect(refused.status, refused.text).to.equal(400);
      expect(pathsOf(refused)).to.deep.equal(['body.url']);
      expect(errorOf(refused).message)
        .to.match(/^body\.url: /)
        .and.match(says);
      expect(refused.text).not.to.include('secret');
      const { files, bytes } = await suite.counted(customer);
      // A reference that does not fit the field is refused before an import begins.
      expect(files).to.equal(/^(data:|upl_)/.test(url) ? 0 : 1);
      // Only received bytes count. If half a file is sent, four bytes may arrive before the end.
      expect(bytes).to.be.within(0, what === 'half a file' ? 4 : 0);
      expect(await suite.kept(customer)).to.deep.equal([]);
    });
  }
});

describe("a media field's error messages", () => {
  const suite = uploadSuite();
  const unknown = `upl_${'0'.repeat(32)}`;

  const fields: [string, 'images' | 'videos', (text: string) => object][] = [
    ['scene_image', 'images', (scene_image) => ({ scene_image })],
    ['character_image', 'images', (character_image) => ({ character_image })],
    [
      'reference_images.1.image',
      'images',
      (image) => ({ prompt: 'x', reference_images: [{ image: dataUrl(blackPng(9)) }, { image }] }),
    ],
    ['start_frame', 'videos', (start_frame) => ({ model: 'seedance-2.5', start_frame })],
    [
      'motion_video',
      'videos',
      (motion_video) => ({
        model: 'kling-3.0-motion-control',
        start_frame: dataUrl(blackPng(9)),
        motion_video,
      }),
    ],
  ];
  for (const [field, path, body] of fields) {
    it(`name the field and the value for an unknown id and an unknown service URL in ${field}`, async () => {
      const { client } = await suite.customer();
      const key = `outputs/gen_${'0'.repeat(32)}/${'a'.repeat(32)}.webp`;
      for (const [text, shown] of [
        [unknown, unknown],
        [suite.api.deps.mediaUrl(key), key.slice(0, 60)],
      ] as const) {
        const answer = await client.refused('POST', `/v1/${path}`, { body: body(text) });
        expect(answer.status, answer.text).to.equal(404);
        expect(answer.body.error.details).to.deep.equal({ field });
        expect(answer.body.error.message).to.include(`${field}: ${shown}`);
      }
    });
  }

  it('name both types when audio is sent as an image, and the reverse', async () => {
    const customer = await suite.customer();
    const sound = dataUrl(fixture('tone.mp3'), 'image/png');
    const picture = dataUrl(blackPng(9), 'audio/mpeg');
    for (const [data, says] of [
      [sound, /image\/png.*audio\/mpeg/],
      [picture, /audio\/mpeg.*image\/png/],
      [
        dataUrl(blackPng(9), 'text/html'),
        /text\/html, which is not supported; use one of: image\/png/,
      ],
    ] as const) {
      const given = await customer.client.image({ scene_image: data });
      expect(errorOf(given).message)
        .to.match(/^body\.scene_image: /)
        .and.match(says);
      const sent = await suite.create(customer, { data });
      expect(sent.status, sent.text).to.equal(400);
      expect(errorOf(sent).message)
        .to.match(/^body\.data: /)
        .and.match(says);
    }
    // The image request and the upload count their file although they are refused. `text/html` is not a supported
    // type, so it is refused before anything is counted.
    const bytes = 2 * (fixture('tone.mp3').length + blackPng(9).length);
    expect(await suite.counted(customer)).to.deep.equal({ files: 4, bytes });
  });

  it('do not appear for a data URL that declares another type of the same kind', async () => {
    const customer = await suite.customer();
    const jpeg = await SAMPLES['image/jpeg']();
    for (const type of ['image/png', 'image/jpg', 'application/octet-stream']) {
      const sent = await suite.create(customer, { data: dataUrl(jpeg, type) });
      expect(sent.body, sent.text).to.include({ content_type: 'image/jpeg', status: 'ready' });
    }
  });

  it('name the field and the id of an upload that is not ready, and say if its URL still works', async () => {
    const customer = await suite.customer();
    const { id } = await suite.signed(customer);
    const ask = async () =>
      customer.client.refused('POST', '/v1/images', { body: { scene_image: id } });
    const early = (await ask()).body.error;
    expect(early.message).to.equal(
      `body.scene_image: ${id}: No file has arrived. PUT it to \`upload_url\` with the returned headers.`,
    );
    expect(early.details).to.include({ code: 'UPLOAD_NOT_READY' });
    await suite.db.query(
      "UPDATE upload SET upload_expires_at = now() - interval '1 s' WHERE id = $1",
      [id],
    );
    for (const message of [
      (await ask()).body.error.message,
      errorOf(await suite.read(customer, id)).message,
    ]) {
      expect(message).to.include('has expired: create a new upload').and.not.include('PUT it');
    }
    await suite.db.query('UPDATE upload SET expires_at = now() WHERE id = $1', [id]);
    const late = (await ask()).body.error;
    expect(late.details).to.include({ code: 'UPLOAD_EXPIRED' });
    expect(late.message).to.include(`body.scene_image: ${id}: The upload has expired`);
  });
});
