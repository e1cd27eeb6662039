import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { BufferSource, Input, MP3, WAVE } from 'mediabunny';
import type { QuoteBody } from '../../domain/contract/quote.js';
import type { SpeechBody } from '../../domain/contract/speech.js';
import type { GenerationBody } from '../../domain/contract/generation.js';
import type { CallOptions } from '../support/client.js';
import { apiSuite, type Customer } from './suite.js';

const TEXT = 'Good morning. The train leaves at nine.';

describe('POST /v1/speech', () => {
  const suite = apiSuite({ workers: {} });
  const create = async ({ client }: Customer, body: object, options: CallOptions = {}) => {
    const answer = await client.call<SpeechBody>('POST', '/v1/speech', { body, ...options });
    expect(answer.status, answer.text).to.equal(202);
    return answer.body;
  };
  const finished = async ({ client }: Customer, id: string): Promise<SpeechBody> => {
    const answer = await client.get<SpeechBody>(`/v1/speech/${id}?wait=60`);
    expect(answer.status, answer.text).to.equal(200);
    return answer.body;
  };
  const download = async (url: string | undefined, headers = {}) => {
    const response = await fetch(suite.api.url + new URL(url ?? '').pathname, { headers });
    return { response, bytes: Buffer.from(await response.arrayBuffer()) };
  };

  it('returns 202 with queued speech and the defaults filled in', async () => {
    const created = await create(await suite.customer(), { text: TEXT });
    const { id, urls, created_at: at, ...rest } = created;
    expect(id).to.match(/^spc_[0-9a-f]{32}$/);
    expect(urls.get).to.match(new RegExp(`/v1/speech/${id}$`));
    expect(Math.abs(at - Date.now())).to.be.below(10_000);
    expect(rest).to.deep.equal({
      object: 'speech',
      status: 'queued',
      text: TEXT,
      voice_key: 'standard',
      character_id: null,
      language: 'en-US',
      speed: 1,
      format: 'wav',
      credits: rest.credits,
      refunded_credits: 0,
      result: null,
      error: null,
      metadata: {},
      timeline: [],
      simulated: null,
      completed_at: null,
    });
  });

  for (const [text, format] of [
    ['0', 'mp3'],
    ['0', 'wav'],
    ['a', 'mp3'],
    ['Hi.', 'mp3'],
  ] as const) {
    it(`delivers the shortest text as ${format}: ${text}`, async () => {
      const customer = await suite.customer({ credits: 100 });
      const { id } = await create(customer, { text, format, speed: 2 });
      const done = await finished(customer, id);
      expect(done.status, JSON.stringify(done.timeline)).to.equal('completed');
      expect(done.result?.duration_seconds).to.be.within(0.1, 1);
    });
  }

  for (const [format, type, input] of [
    ['wav', 'audio/wav', WAVE],
    ['mp3', 'audio/mpeg', MP3],
  ] as const) {
    it(`delivers ${format} with ranges, its duration, one charge and one event`, async () => {
      const customer = await suite.customer({ credits: 100 });
      const quote = await customer.client.call<QuoteBody>('POST', '/v1/quote', {
        body: { type: 'speech', text: TEXT, format },
        idem: null,
      });
      const { id, credits } = await create(customer, { text: TEXT, format });
      const done = await finished(customer, id);
      expect(done.status, JSON.stringify(done)).to.equal('completed');
      expect([credits, done.credits]).to.deep.equal([quote.body.credits, quote.body.credits]);
      expect(done.simulated).to.equal(true);
      const { response, bytes } = await download(done.result?.url);
      expect(response.headers.get('content-type')).to.equal(type);
      expect(done.result?.url).to.match(
        new RegExp(`/media/outputs/${id}/[0-9a-f]{32}\\.${format}$`),
      );
      const file = new Input({ formats: [input], source: new BufferSource(bytes) });
      const { result } = done;
      expect(result?.duration_seconds).to.be.closeTo(await file.computeDuration(), 0.1);
      expect(result?.duration_seconds).to.be.within(1.5, 6);
      expect([result?.content_type, result?.size]).to.deep.equal([type, bytes.length]);
      const part = await download(result?.url, { Range: 'bytes=10-19' });
      expect([part.response.status, part.bytes.toString('hex')]).to.deep.equal([
        206,
        bytes.subarray(10, 20).toString('hex'),
      ]);
      const footprint = await suite.footprint(customer.accountId);
      expect(footprint['balance']).to.equal(100 - credits);
      const [event, ...others] = await suite.eventsOf(customer.accountId);
      expect(others).to.deep.equal([]);
      expect([event?.id, event?.type]).to.deep.equal([
        `evt_spc_${id}_completed`,
        'speech.completed',
      ]);
      expect(JSON.parse(event?.body ?? '{}').data).to.deep.equal(done);
    });
  }

  it('refunds failed speech in full, reports the reason, and sends an event', async () => {
    const customer = await suite.customer({ credits: 100 });
    const { id } = await create(customer, { text: `${TEXT} simulate:content_blocked` });
    const done = await finished(customer, id);
    expect(done.status).to.equal('failed');
    expect(done.refunded_credits).to.equal(done.credits);
    expect(done.error?.code).to.equal('CONTENT_BLOCKED');
    expect(done.timeline.at(-1)).to.deep.include({ stage: 'speech_generation' });
    expect((await suite.footprint(customer.accountId))['balance']).to.equal(100);
    const events = await suite.eventsOf(customer.accountId);
    expect(events.map(({ type }) => type)).to.deep.equal(['speech.failed']);
  });

  it('repeats the first response for the same key, and charges once', async () => {
    const customer = await suite.customer({ credits: 100 });
    const idem = randomUUID();
    const first = await create(customer, { text: TEXT }, { idem });
    const again = await create(customer, { text: TEXT }, { idem });
    expect(again).to.deep.equal(first);
    expect((await suite.footprint(customer.accountId))['generation']).to.equal(1);
    await finished(customer, first.id);
  });

  it('can be used where audio is accepted, by its URL', async () => {
    const customer = await suite.customer({ credits: 100 });
    const { id } = await create(customer, { text: TEXT, format: 'mp3' });
    const { result } = await finished(customer, id);
    const body = { url: result?.url };
    const copy = await customer.client.call<Record<string, unknown>>('POST', '/v1/uploads', {
      body,
    });
    expect(copy.status, copy.text).to.be.within(200, 202);
    expect(copy.body).to.include({ kind: 'audio', content_type: 'audio/mpeg' });
  });

  it('is invisible for the routes of images and videos, and the other way round', async () => {
    const customer = await suite.customer({ credits: 100 });
    const { client } = customer;
    const { id } = await create(customer, { text: TEXT });
    await finished(customer, id);
    const image = await client.image({ prompt: 'a red fox' });
    await suite.finished(customer, image.body.id);
    const all = await client.get<{ data: GenerationBody[] }>('/v1/generations');
    expect(all.body.data.map((one) => one.id)).to.deep.equal([image.body.id]);
    const speech = await client.get<{ data: SpeechBody[] }>('/v1/speech?status=completed');
    expect(speech.body.data.map((one) => one.id)).to.deep.equal([id]);
    for (const path of [`/v1/generations/${id}`, `/v1/speech/${image.body.id}`]) {
      expect((await client.get(path)).status, path).to.equal(404);
    }
  });
});
