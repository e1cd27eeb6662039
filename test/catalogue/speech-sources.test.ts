import { expect } from 'chai';
import { LOCAL_SOURCES, type ModelSource } from '../../domain/catalogue/model-source.js';
import {
  findSpeechSources,
  SPEECH_SOURCES,
  type SpeechNeeds,
} from '../../domain/catalogue/speech-sources.js';
import { VOICES, type Voice } from '../../domain/catalogue/voices.js';

const voiceOf = (key: string): Voice => VOICES.find(({ voice_key: one }) => one === key)!;

const ENGLISH: SpeechNeeds = {
  voice: voiceOf('grace'),
  language: 'en-US',
  format: 'wav',
  characters: 100,
};
const GERMAN: SpeechNeeds = {
  voice: voiceOf('lena'),
  language: 'de-DE',
  format: 'wav',
  characters: 100,
};

const none = () => false;
/** Configures these providers, with a server that has the voices of OpenAI. */
const only =
  (...providers: readonly string[]) =>
  ({ provider, upstreamModel }: ModelSource) =>
    providers.includes(provider) && upstreamModel !== 'speech:kokoro';
const kokoroServer = ({ upstreamModel }: ModelSource) => upstreamModel === 'speech:kokoro';

const find = (needs: SpeechNeeds, isEnabled: (source: ModelSource) => boolean) =>
  findSpeechSources(needs, [], isEnabled);

describe('the sources of speech', () => {
  it('are the renderer for English when no provider is configured', () => {
    expect(find(ENGLISH, none)).to.deep.equal(LOCAL_SOURCES);
    expect(find({ ...GERMAN, language: 'en-GB' }, none)).to.deep.equal(LOCAL_SOURCES);
  });

  it('are empty for other languages when no provider is configured', () => {
    expect(find(GERMAN, none)).to.deep.equal([]);
  });

  it('never contain the renderer when a provider is configured', () => {
    const unknown = { ...ENGLISH, language: 'tlh' };
    expect(find(ENGLISH, only('openai'))).to.deep.equal([
      { provider: 'openai', upstreamModel: 'speech' },
    ]);
    expect(find(unknown, only('openai'))).to.deep.equal([]);
  });

  it('are only those that deliver the wanted format, or all if every format will do', () => {
    const [american, minimax] = ['fal-ai/kokoro/american-english', 'fal-ai/minimax/speech-02-hd'];
    const namesOf = (format: SpeechNeeds['format']) =>
      find({ ...ENGLISH, format }, only('fal')).map(({ upstreamModel }) => upstreamModel);
    expect(namesOf('wav')).to.deep.equal([american]);
    expect(namesOf('mp3')).to.deep.equal([minimax]);
    expect(namesOf(null)).to.deep.equal([american, minimax]);
  });

  it('have the order of the operator', () => {
    const order = ['fal', 'openai'];
    const found = findSpeechSources(ENGLISH, order, only('openai', 'fal'));
    expect(found.map(({ provider }) => provider)).to.deep.equal(['fal', 'openai']);
  });

  it('exclude endpoints of another language or another accent', () => {
    const german = { ...GERMAN, format: 'mp3' } as const;
    expect(find(german, only('fal')).map(({ upstreamModel }) => upstreamModel)).to.deep.equal([
      'fal-ai/minimax/speech-02-hd',
    ]);
    const british = find({ ...ENGLISH, voice: voiceOf('harriet') }, only('fal'));
    expect(british[0]?.upstreamModel).to.equal('fal-ai/kokoro/british-english');
  });

  it('are a server with the voices of Kokoro, each in its own language', () => {
    expect(find(ENGLISH, kokoroServer)).to.have.length(1);
    expect(find({ ...ENGLISH, language: 'fr' }, kokoroServer)).to.deep.equal([]);
    expect(find(GERMAN, kokoroServer), 'Kokoro has no German voice').to.deep.equal([]);
  });

  it('are only providers that know the voice', () => {
    const voice = { ...ENGLISH.voice, upstream: {} };
    expect(find({ ...ENGLISH, voice }, only('openai'))).to.deep.equal([]);
  });

  it('exist for every voice of the catalogue in its own language', () => {
    for (const voice of VOICES) {
      const needs: SpeechNeeds = {
        voice,
        language: voice.language,
        format: 'mp3',
        characters: 100,
      };
      expect(find(needs, only('openai')), voice.voice_key).not.to.be.empty;
    }
  });

  it('name a set of voices that at least one voice of the catalogue has, or clone a recording', () => {
    for (const { voices, languages, upstreamModel } of SPEECH_SOURCES) {
      if (voices === 'recording') continue;
      const able = VOICES.filter(
        ({ upstream, language }) =>
          upstream[voices] !== undefined && languages.includes(language.slice(0, 2)),
      );
      expect(able, upstreamModel).not.to.be.empty;
    }
  });

  describe('for a cloned voice', () => {
    const cloned: SpeechNeeds = {
      ...ENGLISH,
      voice: { ...ENGLISH.voice, voice_key: 'vce_1', upstream: { recording: 'recordings/1' } },
    };
    const german = { ...cloned, voice: { ...cloned.voice, language: 'de-AT' }, language: 'de' };
    const namesOf = (needs: SpeechNeeds) =>
      find(needs, only('fal', 'openai')).map(({ upstreamModel }) => upstreamModel);
    const [english, every] = [
      'fal-ai/chatterbox/text-to-speech',
      'fal-ai/chatterbox/text-to-speech/multilingual',
    ];

    it('are only those that clone it, and never the renderer', () => {
      expect(namesOf(cloned)).to.deep.equal([english, every]);
      expect(find(cloned, only('openai'))).to.deep.equal([]);
      expect(find(cloned, none)).to.deep.equal([]);
    });

    it('are limited to short texts outside English', () => {
      expect(namesOf({ ...cloned, characters: 4_000 })).to.deep.equal([english]);
      expect(namesOf({ ...german, characters: 300 })).to.deep.equal([every]);
      expect(namesOf({ ...german, characters: 301 })).to.deep.equal([]);
    });

    it('speak the language of the recording, or English', () => {
      expect(namesOf({ ...german, language: 'en-US' })).to.deep.equal([english]);
      expect(namesOf({ ...german, language: 'fr' })).to.deep.equal([]);
    });

    it('speak at one tempo', () => {
      expect(namesOf({ ...cloned, speed: 1.1 })).to.deep.equal([]);
    });
  });
});
