import { expect } from 'chai';
import sharp from 'sharp';
import { computeImageSize } from '../../domain/catalogue/image-model.js';
import type { GenerationBody } from '../../domain/contract/generation.js';
import { apiSuite, type Customer } from './suite.js';

describe('POST /v1/images', () => {
  const suite = apiSuite({ workers: {} });

  const fetchOutput = async (url: string | null | undefined) => {
    const response = await fetch(suite.api.url + new URL(url ?? '').pathname);
    expect(response.status).to.equal(200);
    expect(response.headers.get('content-type')).to.equal('image/webp');
    return sharp(Buffer.from(await response.arrayBuffer())).metadata();
  };
  const create = async (customer: Customer, body: object): Promise<GenerationBody> => {
    const created = await customer.client.image(body);
    expect(created.status, created.text).to.equal(202);
    return created.body;
  };

  it('returns 202 with a queued generation and the defaults filled in', async () => {
    const created = await create(await suite.customer(), { prompt: 'a red fox in snow' });
    expect(created).to.deep.include({
      object: 'generation',
      type: 'image',
      model: 'service-image',
      status: 'queued',
      credits: 2,
      refunded_credits: 0,
      result: null,
      error: null,
      timeline: [],
      completed_at: null,
    });
    expect(created.id).to.match(/^gen_[0-9a-f]{32}$/);
    expect(Math.abs(created.created_at - Date.now())).to.be.below(10_000);
    const { seed, ...request } = created.request;
    expect(seed).to.be.a('number');
    expect(request).to.deep.equal({
      prompt: 'a red fox in snow',
      character_id: null,
      product_id: null,
      aspect_ratio: '9:16',
      resolution: '1K',
      edit: false,
      has_scene_image: false,
      has_character_image: false,
      reference_images: 0,
    });
  });

  it('produces a WebP of the exact size, a thumbnail, one charge and one event', async () => {
    const customer = await suite.customer({ credits: 100 });
    const body = { prompt: 'a red fox in snow', aspect_ratio: '16:9' };
    const { id } = await create(customer, body);
    const done = await suite.finished(customer, id);
    expect(done.status, JSON.stringify(done)).to.equal('completed');
    expect(done).to.deep.include({ credits: 2, refunded_credits: 0, error: null });
    expect(done.completed_at).to.be.at.least(done.created_at);
    const { width, height, format } = await fetchOutput(done.result?.url);
    expect({ width, height, format }).to.deep.equal({
      ...computeImageSize('16:9', '1K'),
      format: 'webp',
    });
    const thumbnail = await fetchOutput(done.result?.thumbnail_url);
    expect(Math.max(thumbnail.width, thumbnail.height)).to.equal(400);

    expect((await suite.footprint(customer.accountId))['balance']).to.equal(98);
    const [event, ...others] = await suite.eventsOf(customer.accountId);
    expect(others).to.deep.equal([]);
    expect(event?.id).to.equal(`evt_gen_${id}_completed`);
    expect(event?.type).to.equal('generation.completed');
    expect(JSON.parse(event?.body ?? '{}').data).to.deep.equal(done);
  });

  it('refunds a failed generation in full, reports the reason, and sends an event', async () => {
    const customer = await suite.customer({ credits: 100 });
    const { id } = await create(customer, { prompt: 'a fox simulate:content_blocked' });
    const done = await suite.finished(customer, id);
    expect(done).to.deep.include({ status: 'failed', refunded_credits: 2, result: null });
    expect(done.error?.code).to.equal('CONTENT_BLOCKED');
    expect(done.timeline.at(-1)).to.deep.include({
      stage: 'image_generation',
      resolution: 'stopped',
      status: 422,
    });
    expect((await suite.footprint(customer.accountId))['balance']).to.equal(100);
    const [event] = await suite.eventsOf(customer.accountId);
    expect([event?.id, event?.type]).to.deep.equal([`evt_gen_${id}_failed`, 'generation.failed']);
  });

  it('accepts a prompt of 5,000 characters in any script', async () => {
    const prompt = '🦊雪'.repeat(2_500);
    const created = await create(await suite.customer(), { prompt });
    expect(created.request.prompt).to.equal(prompt);
  });
});
