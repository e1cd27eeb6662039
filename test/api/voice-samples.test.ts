import { expect } from 'chai';
import { serveVoiceSamples } from '../../api/middleware/voice-samples.js';
import type { VoiceSampler } from '../../domain/ports/voice-sampler.js';
import { startFileApp, type MediaApp } from './media-app.js';
import { apiSuite } from './suite.js';

const GRACE = '/media/voices/grace.wav';
const MILES = '/media/voices/miles.wav';

/** Creates a sampler that responds with the key of the voice, and records its voices. */
function notingSampler() {
  const noted = { spoken: [] as string[], failures: 0 };
  const sampler: VoiceSampler = {
    async speak({ voice_key: key }) {
      noted.spoken.push(key);
      await new Promise(setImmediate);
      if (noted.failures > 0) {
        noted.failures -= 1;
        throw new Error('the voice broke');
      }
      return Buffer.from(`sample of ${key}`);
    },
  };
  return { noted, sampler };
}

describe('GET /media/voices/…', () => {
  let app: MediaApp;
  let noted: ReturnType<typeof notingSampler>['noted'];

  beforeEach(async () => {
    const noting = notingSampler();
    noted = noting.noted;
    app = await startFileApp(serveVoiceSamples(noting.sampler));
  });

  afterEach(() => app.stop());

  it('returns the sample with the headers of every media file, cacheable for a day', async () => {
    const { status, headers, body } = await app.ask(GRACE);
    expect([status, String(body)]).to.deep.equal([200, 'sample of grace']);
    expect(headers).to.include({
      'accept-ranges': 'bytes',
      'access-control-allow-origin': '*',
      'cache-control': 'public, max-age=86400',
      'content-disposition': 'inline; filename="grace.wav"',
      'content-length': String(body.length),
      'content-security-policy': "sandbox; default-src 'none'",
      'content-type': 'audio/wav',
      'cross-origin-resource-policy': 'cross-origin',
      'x-content-type-options': 'nosniff',
    });
    expect(headers.etag).to.match(/^"[0-9a-f]{32}"$/);
  });

  it('responds to HEAD with the headers of GET and no body', async () => {
    const get = await app.ask(GRACE);
    const head = await app.ask(GRACE, { Range: 'bytes=0-3' }, 'HEAD');
    expect([head.status, head.body.length]).to.deep.equal([200, 0]);
    expect({ ...head.headers, date: '' }).to.deep.equal({ ...get.headers, date: '' });
  });

  it('returns 304 without a body for a current copy', async () => {
    const { headers } = await app.ask(GRACE);
    const again = await app.ask(GRACE, { 'If-None-Match': headers.etag, Range: 'bytes=900-' });
    expect([again.status, again.body.length]).to.deep.equal([304, 0]);
    expect((await app.ask(MILES, { 'If-None-Match': headers.etag })).status).to.equal(200);
  });

  it('returns the requested range of the same version, and the whole sample otherwise', async () => {
    const { etag } = (await app.ask(GRACE)).headers;
    for (const given of [{}, { 'If-Range': etag }]) {
      const { status, headers, body } = await app.ask(GRACE, { Range: 'bytes=10-', ...given });
      expect([status, String(body)]).to.deep.equal([206, 'grace']);
      expect(headers).to.include({ 'content-range': 'bytes 10-14/15', 'content-length': '5' });
    }
    const stale = await app.ask(GRACE, { Range: 'bytes=10-', 'If-Range': '"other"' });
    expect([stale.status, String(stale.body)]).to.deep.equal([200, 'sample of grace']);
    const beyond = await app.ask(GRACE, { Range: 'bytes=15-' });
    expect([beyond.status, beyond.headers['content-range']]).to.deep.equal([416, 'bytes */15']);
    expect(beyond.headers).to.not.have.property('cache-control');
  });

  it('speaks each sample once under concurrent requests', async () => {
    await Promise.all([GRACE, MILES, GRACE, MILES, GRACE].map((path) => app.ask(path)));
    expect(noted.spoken.toSorted()).to.deep.equal(['grace', 'miles']);
  });

  it('speaks again after a failure, without delaying other requests', async () => {
    noted.failures = 1;
    const [failed, other] = await Promise.all([app.ask(GRACE), app.ask(MILES)]);
    expect([failed.status, other.status]).to.deep.equal([500, 200]);
    expect((await app.ask(GRACE)).status).to.equal(200);
    expect(noted.spoken).to.have.length(3);
  });

  it('returns NOT_FOUND, uncached and without speaking, for unknown voices and other languages', async () => {
    for (const name of ['nobody', 'lena', 'wei', '', '__proto__', 'GRACE', 'grace%2e']) {
      const { status, headers, body } = await app.ask(`/media/voices/${name}.wav`);
      expect([status, String(body)], name).to.deep.equal([404, 'NOT_FOUND']);
      expect(headers).to.not.have.any.keys('cache-control', 'etag');
    }
    expect(noted.spoken).to.deep.equal([]);
  });

  it('returns 405 with Allow for other methods, and passes other paths on', async () => {
    const { status, headers } = await app.ask(GRACE, {}, 'POST');
    expect([status, headers.allow]).to.deep.equal([405, 'GET, HEAD']);
    for (const path of ['/media/voices/grace.mp3', '/media/voices/', '/media/voices/a/grace.wav'])
      expect(String((await app.ask(path)).body), path).to.equal('next');
  });
});

describe('voice samples of the service', () => {
  const suite = apiSuite();

  it('are spoken by the service without an API key', async () => {
    const answer = await fetch(`${suite.api.url}/media/voices/standard.wav`);
    expect([answer.status, answer.headers.get('content-type')]).to.deep.equal([200, 'audio/wav']);
    const wav = Buffer.from(await answer.arrayBuffer());
    expect(wav.toString('latin1', 0, 4)).to.equal('RIFF');
    expect(wav.length / wav.readUInt32LE(28), 'seconds').to.be.within(2, 10);
  });
});
