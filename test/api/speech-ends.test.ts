import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import type { SpeechBody } from '../../domain/contract/speech.js';
import { squareUrl } from '../support/data-url.js';
import { KeptLog } from '../support/log-lines.js';
import { eventsOf, clearText, closingOf } from '../support/recorder.js';
import { usePlatform } from '../support/use-platform.js';
import { until } from '../support/until.js';
import { callbackSuite } from './callbacks-rig.js';
import { accounting, CREDITS, orderSpeech } from '../workflows/pipeline.js';
import type { Customer } from './suite.js';

const TEXT = 'Good morning. The train leaves at nine.';

describe('speech', () => {
  const { suite, nextPath, logged, ...rig } = callbackSuite();
  let customer: Customer;
  beforeEach(() => {
    customer = rig.customer();
  });
  const create = async (body: object = {}, { client } = customer) => {
    const request = { body: { text: TEXT, ...body } };
    const answer = await client.call<SpeechBody>('POST', '/v1/speech', request);
    expect(answer.status, answer.text).to.equal(202);
    return answer.body;
  };
  const character = async (voice?: string) => {
    const photos = { name: 'Ava', gender: 'female', images: [squareUrl(8)] };
    const body = { ...photos, ...(voice && { voice_key: voice }) };
    return (await customer.client.call<{ id: string }>('POST', '/v1/characters', { body })).body.id;
  };

  it('has the voice of its character, and the default voice for one without', async () => {
    const [own, none] = [await character('edmund'), await character()];
    const spoken = await create({ character_id: own });
    expect(spoken).to.include({ voice_key: 'edmund', language: 'en-GB', character_id: own });
    expect(await create({ character_id: none })).to.include({ voice_key: 'standard' });
  });

  it('is refused for a character whose language nobody speaks here, unless another is given', async () => {
    const id = await character('lena');
    const refused = await customer.client.refused('POST', '/v1/speech', {
      body: { text: TEXT, character_id: id },
    });
    expect([refused.status, refused.body.error.code]).to.deep.equal([400, 'VALIDATION_ERROR']);
    expect(refused.body.error.message).to.include('body.character_id').and.include('`en`');
    const spoken = await create({ character_id: id, language: 'en' });
    expect(spoken).to.include({ voice_key: 'lena', language: 'en' });
  });

  it('reports every problem of a request', async () => {
    const { body } = await customer.client.refused('POST', '/v1/speech', {
      body: {
        text: '',
        voice_key: 'grace',
        character_id: 'a',
        speed: 3,
        language: 'de',
        format: 'ogg',
      },
    });
    const issues = body.error.details?.['issues'] as { path: string }[];
    expect(issues.map(({ path }) => path)).to.have.members(
      ['text', 'voice_key', 'speed', 'language', 'format'].map((field) => `body.${field}`),
    );
  });

  it('can be cancelled while it is queued, with a refund and an event', async () => {
    const { id } = await create();
    const path = `/v1/speech/${id}/cancel`;
    const answer = await customer.client.call<SpeechBody>('POST', path);
    expect(answer.status, answer.text).to.equal(200);
    expect(answer.body).to.include({ object: 'speech', status: 'cancelled' });
    expect(answer.body.refunded_credits).to.equal(answer.body.credits);
    const types = (await suite.eventsOf(customer.accountId)).map(({ type }) => type);
    expect(types).to.deep.equal(['speech.failed']);
    const again = await customer.client.refused('POST', path);
    expect([again.status, again.body.error.message]).to.deep.equal([
      409,
      'The speech is cancelled; only a queued one can be cancelled.',
    ]);
  });

  it('is deleted with its file and every copy of its text', async () => {
    const idem = randomUUID();
    const body = { text: TEXT, metadata: { order: '42' } };
    const first = await customer.client.call<SpeechBody>('POST', '/v1/speech', { body, idem });
    const { id } = first.body;
    const key = await suite.speak(id);
    const removed = await customer.client.call('DELETE', `/v1/speech/${id}`);
    expect(removed.body).to.deep.equal({ id, object: 'speech', deleted: true });
    expect(await suite.api.deps.store.stat(key)).to.equal(null);
    expect((await customer.client.get(`/v1/speech/${id}`)).status).to.equal(404);
    const replayed = await customer.client.call<SpeechBody>('POST', '/v1/speech', { body, idem });
    expect(replayed.body).to.deep.equal({ ...first.body, text: null, metadata: {} });
    const [left] = await suite.db.query(
      `SELECT (SELECT count(*) FROM event WHERE account_id = $1 AND body LIKE '%train%')::int AS events,
         (SELECT count(*) FROM idempotency_key WHERE account_id = $1 AND body LIKE '%train%')::int
           AS answers`,
      [customer.accountId],
    );
    expect(left).to.deep.equal({ events: 0, answers: 0 });
  });

  it('is unknown to other accounts', async () => {
    const { id } = await create();
    const stranger = await suite.customer();
    for (const [method, path] of [
      ['GET', `/v1/speech/${id}`],
      ['GET', `/v1/speech/${id}/steps`],
      ['POST', `/v1/speech/${id}/cancel`],
      ['DELETE', `/v1/speech/${id}`],
    ] as const) {
      const answer = await stranger.client.refused(method, path);
      expect([answer.status, answer.body.error.code], path).to.deep.equal([404, 'NOT_FOUND']);
    }
    expect((await stranger.client.get<{ data: [] }>('/v1/speech')).body.data).to.deep.equal([]);
  });

  it('sends its event to the callback of the request', async () => {
    const path = nextPath();
    const { id } = await create({ webhook_url: suite.receiver.at(path) });
    await suite.speak(id);
    const [receipt] = await suite.receiver.received(path, 1);
    expect(receipt?.event).to.include({ id: `evt_spc_${id}_completed`, type: 'speech.completed' });
    const [row] = await logged(([first]) => first?.status === 'delivered');
    expect(row).to.include({ speech_id: id, generation_id: null, post_id: null });
  });

  it('is listed newest first, by page and status', async () => {
    const ids = [await create(), await create(), await create()].map(({ id }) => id).toReversed();
    await suite.speak(ids[2] ?? '');
    type List = { data: SpeechBody[]; next_cursor: string | null };
    const page = await customer.client.get<List>('/v1/speech?limit=2');
    expect(page.body.data.map(({ id }) => id)).to.deep.equal(ids.slice(0, 2));
    const cursor = encodeURIComponent(page.body.next_cursor ?? '');
    const rest = await customer.client.get<List>(`/v1/speech?limit=2&cursor=${cursor}`);
    expect(rest.body.data.map(({ id }) => id)).to.deep.equal(ids.slice(2));
    const completed = await customer.client.get<List>('/v1/speech?status=completed');
    expect(completed.body.data.map(({ id }) => id)).to.deep.equal(ids.slice(2));
  });

  it('counts as speech in usage, and in its export', async () => {
    const { credits } = await create();
    const usage = await customer.client.get<{ data: object[] }>('/v1/usage?group_by=type');
    const [row] = usage.body.data;
    expect(row).to.include({ group: 'speech', generations: 1, credits });
    const file = await customer.client.get<string>('/v1/usage/export');
    expect(file.text).to.include('speech');
  });
});

describe('a text to speak', () => {
  const kept = new KeptLog();
  const api = usePlatform({ change: (deps) => ({ ...deps, log: kept.log }), workers: {} });

  it('is in no log line, and in no workflow history', async () => {
    const orders = [
      await orderSpeech(api, 'Good morning.'),
      await orderSpeech(api, 'Good morning. simulate:provider_error=1'),
      await orderSpeech(api, 'Good morning. simulate:content_blocked'),
    ];
    for (const ordered of orders) {
      await closingOf(api.deps, ordered.id);
      const secret = /zebrafinch\w+/.exec(ordered.prompt)?.[0] ?? expect.fail('no secret word');
      const history = clearText(await eventsOf(api.deps.temporal.client, ordered.id));
      expect(history).to.include(ordered.id).and.not.include(secret);
      expect(kept.linesWith([secret])).to.deep.equal([]);
    }
    const [first] = orders;
    if (!first) throw new Error('nothing was ordered');
    const money = await until('the charge is settled', () => accounting(api.deps, first));
    expect(money).to.deep.include({ balance: CREDITS - 1, hold: 'settled', slots: 0 });
  });
});
