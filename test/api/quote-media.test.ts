import { expect } from 'chai';
import { createFetchFile } from '../../adapters/egress/fetch-file.js';
import type { QuoteBody } from '../../domain/contract/quote.js';
import { guard } from '../egress/rig.js';
import { clipOf } from '../support/clip.js';
import { Effects } from './quote-refusals/effects.js';
import { PNG } from './quote-refusals/world.js';
import type { Customer } from './suite.js';
import { dataUrl } from '../support/data-url.js';
import { uploadSuite } from './uploads-rig.js';

const SECONDS = 2;
const MOTION = { model: 'kling-3.0-motion-control', start_frame: dataUrl(PNG) };

describe('a quote for a request with files', () => {
  const effects = new Effects();
  const suite = uploadSuite({
    workers: { mediaDeps: effects.unwatched },
    change: (deps) => effects.watch({ ...deps, fetchFile: createFetchFile(guard(suite.site)) }),
  });
  let customer: Customer;
  let clip: Buffer;
  before(async () => {
    clip = await clipOf(SECONDS);
  });
  // The customer cannot afford a clip, so the real endpoint refuses the request and reports the price. No worker
  // renders anything.
  beforeEach(async () => {
    customer = await suite.customer({ credits: 1 });
  });

  /** Reads the price that the real endpoint charges. */
  async function priceOf(body: object): Promise<unknown> {
    const answer = await customer.client.refused('POST', '/v1/videos', { body });
    expect(answer.status, answer.text).to.equal(402);
    return answer.body.error.details?.['required'];
  }

  /** Requests a quote and checks that it has no side effects. */
  async function quoted(body: object): Promise<QuoteBody> {
    const { client, accountId } = customer;
    const wanted = { body: { type: 'video', ...body }, idem: null };
    const answer = await effects.none(suite, accountId, () =>
      client.call<QuoteBody>('POST', '/v1/quote', wanted),
    );
    expect(answer.status, answer.text).to.equal(200);
    return answer.body;
  }

  const signedClip = async () => {
    const upload = await suite.signed(customer, { content_type: 'video/mp4' });
    await suite.put(upload, clip);
    return upload.id;
  };
  const readyClip = () => suite.inline(customer, clip, 'video/mp4');
  const known: Readonly<Record<string, () => string | Promise<string>>> = {
    'a ready upload': async () => (await readyClip()).id,
    'the URL of an upload': async () => (await readyClip()).url,
    'an unconfirmed signed upload': signedClip,
    'a data URL': () => dataUrl(clip, 'video/mp4'),
  };
  for (const [what, reference] of Object.entries(known)) {
    it(`uses the measured length of ${what} instead of the declared length, and equals the charge`, async () => {
      const wanted = { ...MOTION, motion_video: await reference() };
      const { credits } = await quoted(wanted);
      expect((await quoted({ ...wanted, motion_video_seconds: 9 })).credits).to.equal(credits);
      expect((await quoted({ ...MOTION, motion_video_seconds: SECONDS })).credits).to.equal(
        credits,
      );
      expect(await priceOf(wanted)).to.equal(credits);
    });
  }

  it('prices a clip at an https URL by its declared length, which is required', async () => {
    const wanted = { ...MOTION, motion_video: suite.publish(clip, '/clip.mp4') };
    const withDuration = await quoted({ ...wanted, motion_video_seconds: 9 });
    const bare = await quoted({ ...MOTION, motion_video_seconds: 9 });
    expect(withDuration.credits).to.equal(bare.credits);
    const body = { type: 'video', ...wanted };
    const answer = await customer.client.refused('POST', '/v1/quote', { body });
    expect(answer.status, answer.text).to.equal(400);
    expect(answer.text).to.include('body.motion_video_seconds');
  });

  it('leaves a signed file pending until its first use', async () => {
    const id = await signedClip();
    const { credits } = await quoted({ ...MOTION, motion_video: id });
    const [row] = await suite.db.query('SELECT status, size FROM upload WHERE id = $1', [id]);
    expect(row).to.deep.equal({ status: 'pending', size: null });
    expect(await priceOf({ ...MOTION, motion_video: id })).to.equal(credits);
    expect((await suite.read(customer, id)).body.status).to.equal('ready');
  });

  it('does not fetch an https URL, so only the real request can reject its content', async () => {
    suite.publish(clip, '/no-picture.png');
    const start_frame = 'https://good.egress.test/no-picture.png';
    const wanted = { model: 'seedance-2.5', prompt: 'a fox', start_frame };
    await quoted(wanted);
    expect((await customer.client.video(wanted)).status).to.equal(400);
  });
});
