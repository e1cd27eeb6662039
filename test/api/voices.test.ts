import { expect } from 'chai';
import { VOICES } from '../../domain/catalogue/voices.js';
import { apiSuite } from './suite.js';

interface VoiceList {
  readonly object: string;
  readonly data: readonly Record<string, unknown>[];
}

describe('GET /v1/voices', () => {
  const suite = apiSuite();

  it('lists every voice of the catalogue, and the default voice first', async () => {
    const { client } = await suite.customer();
    const { status, body } = await client.get<VoiceList>('/v1/voices');
    expect(status).to.equal(200);
    expect(body.object).to.equal('list');
    expect(body.data).to.have.length(VOICES.length).and.length.at.least(12);
    expect(body.data[0]).to.deep.equal({
      object: 'voice',
      voice_key: 'standard',
      name: 'Standard',
      gender: 'neutral',
      language: 'en-US',
      accent: 'American',
      preview_url: `${suite.api.deps.env.publicUrl}/media/voices/standard.wav`,
      is_default: true,
      type: 'preset',
      created_at: null,
    });
    expect(body.data.map((voice) => voice['voice_key'])).to.deep.equal(
      VOICES.map(({ voice_key: key }) => key),
    );
  });

  it('has a sample for each English voice and for no other', async () => {
    const { client } = await suite.customer();
    const { body } = await client.get<VoiceList>('/v1/voices');
    for (const { voice_key: key, language, preview_url: url } of body.data) {
      const sample = `${suite.api.deps.env.publicUrl}/media/voices/${String(key)}.wav`;
      expect(url, String(key)).to.equal(String(language).startsWith('en-') ? sample : null);
    }
  });

  it('finds voices by language, by region and by gender', async () => {
    const { client } = await suite.customer();
    const keysOf = async (query: string) => {
      const { status, body } = await client.get<VoiceList>(`/v1/voices?${query}`);
      expect(status, query).to.equal(200);
      return body.data.map((voice) => voice['voice_key']);
    };
    expect(await keysOf('language=de')).to.deep.equal(['lena', 'jonas']);
    expect(await keysOf('language=de&gender=female')).to.deep.equal(['lena']);
    expect(await keysOf('language=en-GB')).to.deep.equal(['harriet', 'edmund']);
    expect(await keysOf('gender=neutral')).to.deep.equal(['standard']);
    expect(await keysOf('language=ja&gender=male')).to.deep.equal([]);
  });

  it('pages through the voices that match', async () => {
    const { client } = await suite.customer();
    const page = '/v1/voices?language=en&limit=5';
    const first = await client.get<VoiceList & { next_cursor: string }>(page);
    expect(first.body.data).to.have.length(5);
    const rest = await client.get<VoiceList>(`${page}&cursor=${first.body.next_cursor}`);
    expect(rest.body.data.map((voice) => voice['voice_key'])).to.deep.equal(['matilda', 'arjun']);
  });

  it('never shows the names of voices at the upstreams', async () => {
    const { client } = await suite.customer();
    const { body } = await client.get<VoiceList>('/v1/voices');
    expect(body.data.filter((voice) => 'upstream' in voice)).to.deep.equal([]);
  });

  it('has one default, unique keys, and valid languages', () => {
    const keys = VOICES.map(({ voice_key: key }) => key);
    expect(new Set(keys).size).to.equal(keys.length);
    expect(VOICES.filter(({ is_default: isDefault }) => isDefault)).to.have.length(1);
    const names = new Intl.DisplayNames('en', { type: 'language', fallback: 'none' });
    for (const { language, voice_key: key } of VOICES) {
      expect(Intl.getCanonicalLocales(language)).to.deep.equal([language]);
      expect(names.of(language), key).to.be.a('string');
      expect(key).to.match(/^[a-z]+$/);
    }
  });

  it('offers English voices of both genders', () => {
    for (const wanted of ['female', 'male']) {
      const found = VOICES.filter(
        ({ gender, language }) => gender === wanted && language.startsWith('en'),
      );
      expect(found, wanted).not.to.be.empty;
    }
  });
});
