import { expect } from 'chai';
import { CLONED_VOICES_MAX } from '../../domain/catalogue/cloned-voice.js';
import { VOICES } from '../../domain/catalogue/voices.js';
import { createId } from '../../domain/contract/ids.js';
import type { ErrorBody } from '../../domain/contract/refusal.js';
import type { CharacterBody } from '../../domain/contract/character.js';
import type { SpeechBody } from '../../domain/contract/speech.js';
import type { VoiceBody, VoiceDetailBody } from '../../domain/contract/voice.js';
import { sweepUploads } from '../../domain/uploads/sweep-uploads.js';
import { cloneHere, CLONE, cloneOf } from '../support/clone-here.js';
import { squareUrl } from '../support/data-url.js';
import { ApiSuite, apiSuite, registerSuite, type Customer } from './suite.js';

/** Negative age limit, so that every object is old enough to be checked. */
const NO_DELAY_MS = -60_000;

interface VoiceList {
  readonly data: readonly VoiceBody[];
}

const create = async ({ client }: Customer, body: object = CLONE): Promise<VoiceDetailBody> => {
  const created = await client.call<VoiceDetailBody>('POST', '/v1/voices', { body });
  expect(created.status, created.text).to.equal(201);
  return created.body;
};

describe('POST /v1/voices', () => {
  const suite = registerSuite(new ApiSuite(), { change: cloneHere });

  const refuse = async ({ client }: Customer, body: object) => {
    const refused = await client.refused('POST', '/v1/voices', { body });
    return { status: refused.status, ...refused.body.error };
  };
  const issuesOf = ({ details }: ErrorBody['error']) =>
    (details?.['issues'] as { path: string; message: string }[]) ?? [];

  it('saves a recording with the consent of the speaker, and serves it as the sample', async () => {
    const customer = await suite.customer();
    const voice = await create(customer);
    expect(voice).to.deep.include({
      object: 'voice',
      name: 'Maria',
      gender: 'female',
      language: 'en-GB',
      accent: 'British English',
      is_default: false,
      type: 'cloned',
      consent: CLONE.consent,
    });
    expect(voice.voice_key).to.match(/^vce_[0-9a-f]{32}$/);
    const { pathname } = new URL(String(voice.preview_url));
    const sample = await fetch(`${suite.api.url}${pathname}`);
    const bytes = Buffer.from(await sample.arrayBuffer()).toString('base64');
    expect(CLONE.recording.endsWith(bytes), 'the sample is the recording').to.equal(true);
    const [row] = await suite.db.query('SELECT * FROM voice WHERE id = $1', [voice.voice_key]);
    expect(row).to.include({ account_id: customer.accountId, key_id: customer.keyId });
    expect(row).to.include({ ...CLONE.consent });
  });

  it('lists the cloned voices of the account after the others, and finds them', async () => {
    const [customer, other] = [await suite.customer(), await suite.customer()];
    const first = await create(customer);
    const second = await create(customer, { ...CLONE, language: 'nl', gender: 'male' });
    await create(other);
    const list = async (query = '') =>
      (await customer.client.get<VoiceList>(`/v1/voices${query}`)).body.data;
    const shown = [first, second].map(({ consent, ...voice }) => {
      expect(consent).to.deep.equal(CLONE.consent);
      return voice;
    });
    expect((await list()).slice(VOICES.length)).to.deep.equal(shown);
    expect(await list('?type=cloned'), 'without the consent').to.deep.equal(shown);
    expect(await list('?type=preset')).to.have.length(VOICES.length);
    expect(await list('?language=nl')).to.deep.equal(shown.slice(1));
    expect(await list('?language=EN-gb&type=cloned')).to.deep.equal(shown.slice(0, 1));
    const { body } = await customer.client.get<VoiceDetailBody>(`/v1/voices/${first.voice_key}`);
    expect(body).to.deep.equal(first);
    const foreign = await other.client.get(`/v1/voices/${first.voice_key}`);
    expect(foreign.status).to.equal(404);
  });

  it('refuses a voice without consent', async () => {
    const customer = await suite.customer();
    const { consent: _, ...without } = CLONE;
    expect(issuesOf(await refuse(customer, without))).to.deep.include.members([
      { path: 'body.consent', message: 'is required: send an object' },
    ]);
    const short = { ...CLONE, consent: { speaker: 'Maria Example', statement: 'Yes.' } };
    const [issue] = issuesOf(await refuse(customer, short));
    expect(issue?.path).to.equal('body.consent.statement');
  });

  it('refuses a recording that is too short, too long, or not a voice', async () => {
    const customer = await suite.customer();
    await suite.leavesNothing(customer.accountId, async () => {
      for (const [body, message] of [
        [cloneOf(4), 'lasts 4 seconds; 5 to 60 are needed'],
        [cloneOf(61), 'lasts 61 seconds; 5 to 60 are needed'],
        [{ ...CLONE, recording: squareUrl(8) }, 'is an image'],
        [{ ...CLONE, recording: 'maria.wav' }, 'is not an upload id'],
      ] as const) {
        const [issue] = issuesOf(await refuse(customer, body));
        expect(issue?.path).to.equal('body.recording');
        expect(issue?.message).to.include(message);
      }
    });
    expect((await customer.client.get<VoiceList>('/v1/voices?type=cloned')).body.data).to.be.empty;
  });

  it('lists every problem of a request', async () => {
    const customer = await suite.customer();
    const wrong = { ...CLONE, name: '', language: 'tlh', gender: 'robot' };
    const paths = issuesOf(await refuse(customer, wrong)).map(({ path }) => path);
    expect(paths).to.have.members(['body.name', 'body.gender', 'body.language']);
    const region = await refuse(customer, { ...CLONE, language: 'en-12' });
    expect(issuesOf(region)[0]?.message).to.include('with or without a region');
  });

  it('screens the name', async () => {
    const customer = await suite.customer();
    const blocked = await refuse(customer, { ...CLONE, name: 'forbidden fruit' });
    expect(blocked).to.include({ status: 422, code: 'CONTENT_BLOCKED' });
  });

  it('refuses more voices than an account can have, also at the same time', async () => {
    const customer = await suite.customer();
    const { accountId, client } = customer;
    await suite.db.query(
      `WITH given AS (INSERT INTO voice
         (id, account_id, name, gender, language, recording, speaker, statement, key_id, answer_key)
         SELECT 'vce_' || md5($1 || n), $1, 'Maria', 'female', 'en', 'none', '', '', '', ''
         FROM generate_series(1, $2) AS n)
       UPDATE account SET voices = $2 WHERE id = $1`,
      [accountId, CLONED_VOICES_MAX - 1],
    );
    const answers = await Promise.all(
      [1, 2, 3].map(() => client.call('POST', '/v1/voices', { body: CLONE })),
    );
    expect(answers.map(({ status }) => status).toSorted()).to.deep.equal([201, 403, 403]);
    expect(await refuse(customer, CLONE)).to.deep.include({
      code: 'LIMIT_REACHED',
      details: { code: 'VOICE_LIMIT', limit: CLONED_VOICES_MAX },
    });
  });

  it('creates one voice for a request that is sent twice', async () => {
    const customer = await suite.customer();
    const options = { body: CLONE, headers: { 'Idempotency-Key': createId('req') } };
    const send = () => customer.client.call<VoiceBody>('POST', '/v1/voices', options);
    const [first, second] = [await send(), await send()];
    expect(second.body).to.deep.equal(first.body);
    const { body } = await customer.client.get<VoiceList>('/v1/voices?type=cloned');
    expect(body.data.map((voice) => voice.voice_key)).to.deep.equal([first.body.voice_key]);
  });

  it('notes in the audit log who cloned and deleted a voice', async () => {
    const customer = await suite.customer();
    const { voice_key: key } = await create(customer);
    await customer.client.call('DELETE', `/v1/voices/${key}`);
    const rows = await suite.db.query(
      'SELECT action, details FROM audit_entry WHERE target = $1 ORDER BY created_at',
      [key],
    );
    const details = { name: 'Maria' };
    expect(rows).to.deep.equal([
      { action: 'voice.created', details },
      { action: 'voice.deleted', details },
    ]);
  });

  it('forgets the recording and the consent with the voice', async () => {
    const customer = await suite.customer();
    const key = createId('req');
    const options = { body: CLONE, headers: { 'Idempotency-Key': key } };
    const send = () => customer.client.call<VoiceDetailBody>('POST', '/v1/voices', options);
    const { voice_key, preview_url } = (await send()).body;
    const [upload] = await suite.db.query(
      'SELECT object_key, expires_at <= now() AS ended FROM upload WHERE account_id = $1',
      [customer.accountId],
    );
    expect(upload.ended, 'the upload of the data URL').to.equal(true);
    await customer.client.call('DELETE', `/v1/voices/${voice_key}`);
    for (const path of [new URL(String(preview_url)).pathname, `/media/${upload.object_key}`]) {
      expect((await fetch(`${suite.api.url}${path}`)).status, path).to.equal(404);
    }
    const again = (await send()).body;
    expect(again).to.include({ voice_key, name: '' });
    expect(again.consent).to.deep.equal({ speaker: '', statement: '' });
  });

  it('keeps an upload that the caller has made', async () => {
    const customer = await suite.customer();
    const { body } = await customer.client.call<{ id: string }>('POST', '/v1/uploads', {
      body: { data: CLONE.recording },
    });
    await create(customer, { ...CLONE, recording: body.id });
    await create(customer);
    const kept = await customer.client.get<{ status: string }>(`/v1/uploads/${body.id}`);
    expect(kept.body.status).to.equal('ready');
  });

  it('keeps its recording in a sweep, which removes one without a voice', async () => {
    const customer = await suite.customer();
    const { preview_url: url } = await create(customer);
    const { store, mediaBase } = suite.api.deps;
    const key = String(url).slice(mediaBase.length + 1);
    const stray = key.replace(/[0-9a-f]{32}\.wav$/, `${'0'.repeat(32)}.wav`);
    await store.put(stray, Buffer.from('RIFF'), 'audio/wav');
    await sweepUploads(suite.api.deps, NO_DELAY_MS);
    expect(await store.stat(key)).not.to.equal(null);
    expect(await store.stat(stray)).to.equal(null);
  });

  it('continues a list after a voice of an earlier page was deleted', async () => {
    const customer = await suite.customer();
    const { voice_key } = await create(customer);
    await create(customer);
    const page = `/v1/voices?limit=${VOICES.length + 1}`;
    const first = await customer.client.get<VoiceList & { next_cursor: string }>(page);
    await customer.client.call('DELETE', `/v1/voices/${voice_key}`);
    const path = `${page}&cursor=${first.body.next_cursor}`;
    const rest = await customer.client.get<VoiceList>(path);
    expect(rest.status, rest.text).to.equal(200);
    expect(rest.body.data).to.deep.equal([]);
  });

  it('accepts the usual tags of a language, in their usual form', async () => {
    const customer = await suite.customer();
    for (const [sent, stored] of [
      ['nb-NO', 'nb-NO'],
      ['EN-us', 'en-US'],
      ['zh-Hant-TW', 'zh-Hant-TW'],
    ]) {
      const voice = await create(customer, { ...CLONE, language: sent });
      expect(voice.language).to.equal(stored);
    }
  });

  it('names every field that keeps a text from being spoken', async () => {
    const customer = await suite.customer();
    const { voice_key } = await create(customer);
    const say = async (more: object) => {
      const body = { text: 'Good morning.', voice_key, ...more };
      const refused = await customer.client.refused('POST', '/v1/speech', { body });
      return issuesOf(refused.body.error).map(({ path }) => path);
    };
    expect(await say({ format: 'mp3' })).to.deep.equal(['body.format']);
    expect(await say({ speed: 1.2 })).to.deep.equal(['body.speed']);
    expect(await say({ format: 'mp3', speed: 1.2 })).to.deep.equal(['body.format', 'body.speed']);
    expect(await say({ language: 'fr' })).to.deep.equal(['body.language']);
    const german = (await create(customer, { ...CLONE, language: 'de' })).voice_key;
    const long = { voice_key: german, text: 'x'.repeat(301), format: 'mp3' };
    expect(await say(long)).to.deep.equal(['body.format', 'body.text']);
  });

  it('never leaves a character with a voice that is deleted meanwhile', async () => {
    const customer = await suite.customer();
    const body = { name: 'Ava', gender: 'female', images: [squareUrl(8)] };
    for (let round = 0; round < 4; round += 1) {
      const { voice_key } = await create(customer);
      const [made] = await Promise.all([
        customer.client.call<CharacterBody>('POST', '/v1/characters', {
          body: { ...body, voice_key },
        }),
        customer.client.call('DELETE', `/v1/voices/${voice_key}`),
      ]);
      if (made.status !== 201) continue;
      const path = `/v1/characters/${made.body.id}`;
      const { body: stored } = await customer.client.get<CharacterBody>(path);
      expect(stored.voice_key).to.equal(null);
      await customer.client.call('DELETE', path);
    }
  });

  describe('for the account of a voice', () => {
    let owner: Customer;
    let stranger: Customer;
    let key: string;
    before('an account has a voice', async () => {
      [owner, stranger] = [await suite.customer(), await suite.customer()];
      key = (await create(owner)).voice_key;
    });

    const uses: Readonly<Record<string, (voiceKey: string) => readonly [string, object]>> = {
      speech: (voice_key) => ['/v1/speech', { text: 'Good morning.', voice_key }],
      'a quote of speech': (voice_key) => [
        '/v1/quote',
        { type: 'speech', text: 'Good morning.', voice_key },
      ],
      'a character': (voice_key) => [
        '/v1/characters',
        { name: 'Ava', gender: 'female', images: [squareUrl(8)], voice_key },
      ],
    };
    for (const [what, build] of Object.entries(uses)) {
      it(`is accepted in ${what}, and refused for other accounts`, async () => {
        const [path, body] = build(key);
        const accepted = await owner.client.call('POST', path, { body });
        expect(accepted.status, accepted.text).to.be.oneOf([200, 201, 202]);
        const refused = await stranger.client.refused('POST', path, { body });
        const [issue] = issuesOf(refused.body.error);
        expect(issue?.path, refused.text).to.equal('body.voice_key');
        expect(issue?.message).to.include('is not a voice of this account');
      });
    }

    it('is spoken through its character, until it is deleted', async () => {
      const customer = await suite.customer();
      const { voice_key } = await create(customer);
      const body = { name: 'Ava', gender: 'female', images: [squareUrl(8)], voice_key };
      const made = await customer.client.call<CharacterBody>('POST', '/v1/characters', { body });
      expect(made.body.voice_key).to.equal(voice_key);
      const say = async () =>
        (
          await customer.client.call<SpeechBody>('POST', '/v1/speech', {
            body: { text: 'Good morning.', character_id: made.body.id },
          })
        ).body;
      const spoken = await say();
      expect(spoken.voice_key).to.equal(voice_key);
      const [row] = await suite.db.query('SELECT inputs FROM generation WHERE id = $1', [
        spoken.id,
      ]);
      expect(row.inputs).to.have.length(1);
      expect(row.inputs[0]).to.include({ role: 'voice', contentType: 'audio/wav' });

      const deleted = await customer.client.call('DELETE', `/v1/voices/${voice_key}`);
      expect(deleted.body).to.deep.equal({ id: voice_key, object: 'voice', deleted: true });
      const after = await customer.client.get<CharacterBody>(`/v1/characters/${made.body.id}`);
      expect(after.body.voice_key).to.equal(null);
      expect((await say()).voice_key).to.equal('standard');
      const again = await customer.client.call('DELETE', `/v1/voices/${voice_key}`);
      expect(again.status).to.equal(404);
      const exists = async () => (await suite.api.deps.store.stat(row.inputs[0].key)) !== null;
      await sweepUploads(suite.api.deps, NO_DELAY_MS);
      expect(await exists(), 'the queued speech still needs the recording').to.equal(true);
      await suite.speak(spoken.id);
      await sweepUploads(suite.api.deps, NO_DELAY_MS);
      expect(await exists(), 'the speech has ended').to.equal(false);
    });
  });
});

describe('POST /v1/voices without a provider that clones', () => {
  const suite = apiSuite();

  it('is refused with the provider to configure', async () => {
    const { client } = await suite.customer();
    const refused = await client.refused('POST', '/v1/voices', { body: CLONE });
    expect(refused.status).to.equal(400);
    expect(refused.body.error.message).to.include('no configured provider clones voices');
    expect(refused.body.error.message).to.include('fal');
  });
});
