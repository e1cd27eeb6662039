import { expect } from 'chai';
import type { MediaContentType } from '../../domain/catalogue/media-types.js';
import { Upload } from '../../entities/upload.js';
import { fixture, patched, SAMPLE_TYPES, SAMPLES, uint32 } from '../media/inspection/samples.js';
import type { Customer } from './suite.js';
import { dataUrl } from '../support/data-url.js';
import { uploadSuite } from './uploads-rig.js';

describe("an upload's duration", () => {
  const suite = uploadSuite();
  const durationOf = async (id: string) =>
    (await suite.db.manager.findOneByOrFail(Upload, { id })).durationSeconds;

  /** Uploads one file by URL, inline and by PUT to a signed URL. @returns the three stored durations */
  async function durations(
    customer: Customer,
    bytes: Buffer,
    type: MediaContentType,
  ): Promise<(number | null)[]> {
    const ids: string[] = [];
    for (const body of [{ url: suite.publish(bytes) }, { data: dataUrl(bytes, type) }]) {
      ids.push((await suite.create(customer, body)).body.id);
    }
    const signed = await suite.signed(customer, { content_type: type });
    expect(await durationOf(signed.id), 'pending').to.equal(null);
    await suite.put(signed, bytes);
    expect((await suite.read(customer, signed.id)).body.status).to.equal('ready');
    return Promise.all([...ids, signed.id].map(durationOf));
  }

  it('is stored in seconds for every video and audio type, and null for images', async () => {
    const customer = await suite.customer();
    for (const type of SAMPLE_TYPES) {
      const found = await durations(customer, await SAMPLES[type](), type);
      if (type.startsWith('image/')) expect(found, type).to.deep.equal([null, null, null]);
      else for (const seconds of found) expect(seconds, type).to.be.within(0.5, 0.6);
    }
  });

  it('is measured from the samples, not read from the header', async () => {
    const mp4 = fixture('clip.mp4');
    const lying = patched(mp4, mp4.indexOf('mvhd') + 20, uint32(60_000));
    const found = await durations(await suite.customer(), lying, 'video/mp4');
    for (const seconds of found) expect(seconds).to.be.closeTo(0.5, 0.01);
  });
});
