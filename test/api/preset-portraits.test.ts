import { expect } from 'chai';
import sharp from 'sharp';
import { servePresetPortraits } from '../../api/middleware/preset-portraits.js';
import type { PortraitStudio } from '../../domain/ports/portraits.js';
import { READY_PORTRAITS } from '../../domain/catalogue/presets.js';
import { startFileApp, type MediaApp } from './media-app.js';
import { apiSuite } from './suite.js';

const AVA = '/media/presets/ready_ava.webp';
const KOFI = '/media/presets/ready_kofi.webp';

/** Creates a studio that responds with the id of the preset, and records its drawings. */
function notingStudio() {
  const noted = { drawn: [] as string[], failures: 0 };
  const studio: PortraitStudio = {
    waiting: 0,
    async draw(baseId, customization) {
      noted.drawn.push(`${baseId} ${JSON.stringify(customization)}`);
      await new Promise(setImmediate);
      if (noted.failures > 0) {
        noted.failures -= 1;
        throw new Error('the brush broke');
      }
      return Buffer.from(`picture of ${baseId}`);
    },
  };
  return { noted, studio };
}

describe('GET /media/presets/…', () => {
  let app: MediaApp;
  let noted: ReturnType<typeof notingStudio>['noted'];

  beforeEach(async () => {
    const noting = notingStudio();
    noted = noting.noted;
    app = await startFileApp(servePresetPortraits(noting.studio));
  });

  afterEach(() => app.stop());

  it('returns the picture with the headers of every media file, cacheable for a day', async () => {
    const { status, headers, body } = await app.ask(AVA);
    expect([status, String(body)]).to.deep.equal([200, 'picture of ready_ava']);
    expect(headers).to.include({
      'access-control-allow-origin': '*',
      'cache-control': 'public, max-age=86400',
      'content-disposition': 'inline; filename="ready_ava.webp"',
      'content-length': String(body.length),
      'content-security-policy': "sandbox; default-src 'none'",
      'content-type': 'image/webp',
      'cross-origin-resource-policy': 'cross-origin',
      'x-content-type-options': 'nosniff',
    });
    expect(headers.etag).to.match(/^"[0-9a-f]{32}"$/);
    expect(headers).to.not.have.property('accept-ranges');
  });

  it('responds to HEAD with the headers of GET and no body', async () => {
    const get = await app.ask(AVA);
    const head = await app.ask(AVA, {}, 'HEAD');
    expect([head.status, head.body.length]).to.deep.equal([200, 0]);
    expect({ ...head.headers, date: '' }).to.deep.equal({ ...get.headers, date: '' });
  });

  it('returns 304 without a body for a current copy, and sends any other version in full', async () => {
    const { headers } = await app.ask(AVA);
    for (const method of ['GET', 'HEAD']) {
      const again = await app.ask(AVA, { 'If-None-Match': headers.etag }, method);
      expect([again.status, again.body.length]).to.deep.equal([304, 0]);
      expect(again.headers).to.include({ etag: headers.etag, 'x-content-type-options': 'nosniff' });
    }
    const other = (await app.ask(KOFI)).headers.etag;
    expect(other).not.to.equal(headers.etag);
    expect((await app.ask(AVA, { 'If-None-Match': other })).status).to.equal(200);
  });

  it('draws each picture once, with its defaults, under concurrent requests', async () => {
    const asked = [AVA, KOFI, AVA, '/media/presets/base_leo.webp', KOFI, AVA];
    const answers = await Promise.all(asked.map((path) => app.ask(path)));
    expect(answers.map(({ status }) => status)).to.deep.equal(asked.map(() => 200));
    expect(noted.drawn.toSorted()).to.deep.equal([
      'base_leo null',
      'ready_ava null',
      'ready_kofi null',
    ]);
  });

  it('draws again after a failure, without delaying other requests', async () => {
    noted.failures = 1;
    const [failed, other] = await Promise.all([app.ask(AVA), app.ask(KOFI)]);
    expect([failed.status, other.status]).to.deep.equal([500, 200]);
    expect((await app.ask(AVA)).status).to.equal(200);
    expect(noted.drawn).to.have.length(3);
  });

  it('returns NOT_FOUND, uncached and without drawing, for an unknown preset', async () => {
    for (const name of ['ready_nobody', '', '__proto__', 'READY_AVA', 'ready_ava%2e']) {
      const { status, headers, body } = await app.ask(`/media/presets/${name}.webp`);
      expect([status, String(body)], name).to.deep.equal([404, 'NOT_FOUND']);
      expect(headers).to.not.have.any.keys('cache-control', 'etag');
    }
    expect(noted.drawn).to.deep.equal([]);
  });

  it('returns 405 with Allow for other methods, and passes other paths on', async () => {
    const { status, headers } = await app.ask(AVA, {}, 'POST');
    expect([status, headers.allow]).to.deep.equal([405, 'GET, HEAD']);
    for (const path of [
      '/media/presets/ready_ava.png',
      '/media/presets/',
      '/media/presets/a/ready_ava.webp',
      `/x${AVA}`,
    ])
      expect(String((await app.ask(path)).body), path).to.equal('next');
  });
});

describe('preset portraits of the service', () => {
  const suite = apiSuite();

  it('are drawn by the service without an API key', async () => {
    const [ready] = READY_PORTRAITS;
    const answer = await fetch(`${suite.api.url}/media/presets/${ready?.base_id}.webp`);
    expect(answer.status).to.equal(200);
    expect(answer.headers.get('cache-control')).to.equal('public, max-age=86400');
    const { format, width, height } = await sharp(await answer.arrayBuffer()).metadata();
    expect({ format, width, height }).to.deep.equal({ format: 'webp', width: 1024, height: 1280 });
  });

  it('return the standard 404 error for an unknown preset', async () => {
    const answer = await fetch(`${suite.api.url}/media/presets/ready_nobody.webp`);
    expect(answer.status).to.equal(404);
    const { error } = (await answer.json()) as { error: { code: string; message: string } };
    expect(error).to.include({ code: 'NOT_FOUND', message: 'There is no such file.' });
  });
});
