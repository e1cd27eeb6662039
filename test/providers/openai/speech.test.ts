import { expect } from 'chai';
import type { Endpoint } from '../../../adapters/providers/openai/endpoint.js';
import { askForSpeech, type SpeechOrder } from '../../../adapters/providers/openai/speech.js';
import type { ProviderFailure } from '../../../domain/ports/provider.js';
import {
  SECONDS_PER_CHARACTER,
  startSpeechFake,
  type SpeechFake,
  type SpeechReply,
} from '@media-platform/stand-ins/providers/openai/speech-fake.js';
import { providerFailureOf } from '../../support/failure.js';

const KEY = 'test-key-1234567890';
const { signal } = new AbortController();
const ORDER: SpeechOrder = {
  text: 'Hello, I am Grace.',
  voice: 'alloy',
  format: 'mp3',
  speed: null,
  deadlineMs: 20_000,
};

describe('speech of an OpenAI-compatible endpoint', () => {
  let fake: SpeechFake;
  let endpoint: Endpoint;

  beforeEach(async () => {
    fake = await startSpeechFake(KEY);
    endpoint = { baseUrl: fake.url, apiKey: KEY, model: 'tts-1' };
  });

  afterEach(async () => {
    await fake.stop();
    expect(fake.violations()).to.deep.equal([]);
  });

  const speak = (changes: Partial<SpeechOrder> = {}, stop = signal) =>
    askForSpeech(endpoint, { ...ORDER, ...changes }, async () => stop);
  const failureOf = (changes: Partial<SpeechOrder> = {}) => providerFailureOf(speak(changes));

  it('is requested with the documented fields, and without speed if there is none', async () => {
    await speak();
    await speak({ format: 'wav', speed: 2, voice: 'nova' });
    const [one, other] = fake.accepted();
    expect(one).to.deep.equal({
      model: 'tts-1',
      input: ORDER.text,
      voice: 'alloy',
      response_format: 'mp3',
    });
    expect(other).to.include({ voice: 'nova', response_format: 'wav', speed: 2 });
  });

  it('is returned complete, with the type of its bytes', async () => {
    const { bytes, contentType } = await speak({ format: 'wav', speed: 2 });
    expect(contentType).to.equal('audio/wav');
    const seconds = (ORDER.text.length * SECONDS_PER_CHARACTER) / 2;
    expect(bytes.length).to.equal(44 + Math.round(24_000 * seconds) * 2);
    expect((await speak()).contentType).to.equal('audio/mpeg');
  });

  it('may have another format than requested, and any declared type', async () => {
    const headers = { 'content-type': 'application/octet-stream' };
    fake.next({ status: 200, body: Buffer.from('ID3\u0004\u0000 tag'), headers });
    expect((await speak({ format: 'wav' })).contentType).to.equal('audio/mpeg');
  });

  const fault = (message: string, code: unknown = null) =>
    JSON.stringify({ error: { message, code } });
  const rows: [string, SpeechReply, Partial<ProviderFailure>][] = [
    [
      '429 with Retry-After',
      { status: 429, body: fault('slow'), headers: { 'retry-after': '7' } },
      { kind: 'rate_limited', status: 429, retryAfterMs: 7_000 },
    ],
    ['400', { status: 400, body: fault('no such voice') }, { kind: 'rejected', status: 400 }],
    [
      'a refusal of the content',
      { status: 400, body: fault('x', 'content_policy_violation') },
      { kind: 'content_blocked' },
    ],
    [
      '503 with an error',
      { status: 503, body: fault('busy') },
      { kind: 'unavailable', status: 503 },
    ],
    ['503 in plain text', { status: 503, body: 'busy' }, { kind: 'uncertain', status: 503 }],
    [
      'an error inside a 200',
      { status: 200, body: fault('overloaded', 502) },
      { kind: 'unavailable', status: 502 },
    ],
    ['JSON instead of sound', { status: 200, body: '{}' }, { kind: 'rejected' }],
    ['an empty file', { status: 200, body: '' }, { kind: 'rejected' }],
    ['a file of another kind', { status: 200, body: 'OggS' }, { kind: 'rejected' }],
    ['a cut file', 'cut', { kind: 'uncertain' }],
    ['a reset connection', 'reset', { kind: 'uncertain' }],
    ['a file without end', 'endless', { kind: 'uncertain' }],
  ];
  for (const [what, reply, expected] of rows) {
    it(`fails as ${expected.kind} after ${what}`, async () => {
      fake.next(reply);
      const failure = await failureOf();
      expect(failure).to.include(expected);
      expect(failure.message).to.not.include('no such voice');
      expect(fake.accepted(), 'requests').to.have.length(1);
    });
  }

  it('is uncertain at its deadline', async () => {
    fake.next('silent');
    expect((await failureOf({ deadlineMs: 200 })).kind).to.equal('uncertain');
  });

  it('is uncertain when its request is aborted', async () => {
    fake.next('silent');
    const controller = new AbortController();
    const speech = providerFailureOf(speak({}, controller.signal));
    controller.abort(new Error('too late'));
    expect((await speech).kind).to.equal('uncertain');
  });
});
