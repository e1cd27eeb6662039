import { expect } from 'chai';
import { apiSuite, type Customer } from '../api/suite.js';
import { failureOf, installedClient } from './installed.js';

const MORNING = { text: 'Good morning.', voice_key: 'grace', format: 'mp3' } as const;

describe('speech of the client', () => {
  const suite = apiSuite({ workers: {} });
  const installed = installedClient();
  let customer: Customer;
  beforeEach(async () => {
    customer = await suite.customer({ credits: 100 });
  });

  it('is created, awaited, listed and deleted', async () => {
    const media = installed.of(suite.api.url, customer);
    const speech = await media.speech.create(MORNING).wait();
    expect(speech).to.include({ object: 'speech', status: 'completed', ...MORNING });
    const file = await fetch(suite.api.url + new URL(speech.result.url).pathname);
    expect((await file.arrayBuffer()).byteLength).to.equal(speech.result.size);
    const listed = [];
    for await (const { id } of media.speech.list({ status: 'completed' })) listed.push(id);
    expect(listed).to.deep.equal([speech.id]);
    expect(await media.speech.delete(speech.id)).to.include({ id: speech.id, deleted: true });
    const missing = await failureOf(media.speech.get(speech.id));
    expect(missing).to.be.instanceOf(installed.client.NotFoundError);
  });

  it('throws if it fails, with its refund', async () => {
    const media = installed.of(suite.api.url, customer);
    const { id } = await media.speech.create({ text: 'simulate:content_blocked' });
    const error = await failureOf(media.speech.wait(id));
    if (!(error instanceof installed.client.SpeechFailedError)) throw error;
    expect(error).to.include({ code: 'CONTENT_BLOCKED', name: 'SpeechFailedError' });
    expect(error.speech.refunded_credits).to.equal(error.speech.credits);
  });
}).timeout(120_000);

describe('speech of the client without media workers', () => {
  const suite = apiSuite({ workers: { media: false } });
  const installed = installedClient();

  it('continues after a wait that timed out, and is cancelled by `cancelOnAbort`', async () => {
    const media = installed.of(suite.api.url, await suite.customer({ credits: 100 }));
    const { id } = await media.speech.create(MORNING);
    const late = await failureOf(media.speech.wait(id, { timeoutMs: 1 }));
    expect(late).to.be.instanceOf(installed.client.TimeoutError);
    expect((await media.speech.get(id)).status).to.equal('queued');
    const signal = AbortSignal.timeout(1);
    const error = await failureOf(media.speech.wait(id, { signal, cancelOnAbort: true }));
    expect(error).to.equal(signal.reason);
    expect((await media.speech.get(id)).status).to.equal('cancelled');
  });
}).timeout(60_000);
