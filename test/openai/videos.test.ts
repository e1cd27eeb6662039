import { expect } from 'chai';
import { toFile } from 'openai';
import sharp from 'sharp';
import { apiSuite } from '../api/suite.js';
import { failureOf } from '../support/failure.js';
import { until } from '../support/until.js';
import { openAiOf } from './openai-rig.js';

const RUN = {
  model: 'seedance-2.5',
  prompt: 'a red fox runs',
  seconds: '4',
  size: '720x1280',
} as const;

describe('videos with the OpenAI client for Node', () => {
  const suite = apiSuite({ workers: {} });

  it('can be created, polled, listed, downloaded and deleted', async () => {
    const customer = await suite.customer();
    const { videos } = openAiOf(suite.api.url, customer);
    const made = await videos.create(RUN);
    expect(made).to.include({ object: 'video', status: 'queued', seconds: '4', size: '720x1280' });
    await until('the video has ended', async () => {
      const { status } = await videos.retrieve(made.id);
      return status === 'completed';
    });
    const clip = Buffer.from(await (await videos.downloadContent(made.id)).arrayBuffer());
    expect(clip.subarray(4, 8).toString()).to.equal('ftyp');
    const poster = await videos.downloadContent(made.id, { variant: 'thumbnail' });
    const { format } = await sharp(Buffer.from(await poster.arrayBuffer())).metadata();
    expect(format).to.equal('webp');
    const listed = await videos.list({ limit: 1 });
    expect(listed.data.map(({ id }) => id)).to.deep.equal([made.id]);
    const deleted = await videos.delete(made.id);
    expect(deleted).to.deep.equal({ id: made.id, object: 'video.deleted', deleted: true });
    expect((await customer.client.get(`/v1/generations/${made.id}`)).status).to.equal(404);
  });

  it('begin with a picture that is sent as a file, by data URL or by id', async () => {
    const customer = await suite.customer();
    const { videos } = openAiOf(suite.api.url, customer);
    const picture = { width: 640, height: 640, channels: 3, background: 'red' } as const;
    const png = await sharp({ create: picture }).png().toBuffer();
    const sent = await toFile(png, 'red.png', { type: 'image/png' });
    const { size: _size, ...wish } = RUN;
    const one = await videos.create({ ...wish, input_reference: sent });
    const image_url = `data:image/png;base64,${png.toString('base64')}`;
    const other = await videos.create({ ...wish, input_reference: { image_url } });
    const [{ id: file_id }] = await suite.db.query(
      'SELECT id FROM upload WHERE account_id = $1 LIMIT 1',
      [customer.accountId],
    );
    const third = await videos.create({ ...wish, input_reference: { file_id } });
    for (const { id, size } of [one, other, third]) {
      expect(size).to.equal('auto');
      const [{ request }] = await suite.db.query('SELECT request FROM generation WHERE id = $1', [
        id,
      ]);
      expect(request.has_start_frame).to.equal(true);
    }
  });
});

describe('videos that are not finished', () => {
  const suite = apiSuite();

  it('are listed in pages in both orders', async () => {
    const { videos } = openAiOf(suite.api.url, await suite.customer());
    const made: string[] = [];
    for (let count = 0; count < 3; count += 1) made.push((await videos.create(RUN)).id);
    for (const [order, ids] of [
      ['asc', made],
      ['desc', made.toReversed()],
    ] as const) {
      const first = await videos.list({ order, limit: 2 });
      expect(first.data.map(({ id }) => id)).to.deep.equal(ids.slice(0, 2));
      expect(first.has_more).to.equal(true);
      const second = await videos.list({ order, limit: 2, after: ids[1] ?? '' });
      expect(second.data.map(({ id }) => id)).to.deep.equal(ids.slice(2));
      expect(second.has_more).to.equal(false);
    }
  });

  it('have no content, and cannot be deleted', async () => {
    const { videos } = openAiOf(suite.api.url, await suite.customer(), { maxRetries: 0 });
    const { id } = await videos.create(RUN);
    const missing = await failureOf(videos.downloadContent(id));
    expect(missing).to.include({ status: 404, code: 'video_not_ready' });
    const refused = await failureOf(videos.delete(id));
    expect(refused).to.include({ status: 409, code: 'conflict' });
  });
});
