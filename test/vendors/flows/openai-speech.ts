import { expect } from 'chai';
import OpenAI from 'openai';
import {
  SECONDS_PER_CHARACTER,
  startSpeechFake,
  type SpeechFake,
} from '@media-platform/stand-ins/providers/openai/speech-fake.js';
import { failureOf } from '../../support/failure.js';
import type { VendorFlow } from '../flow.js';
import { loopbackFetch } from '../loopback-fetch.js';

const KEY = 'test-key-1234567890';
const REQUEST = { model: 'tts-1', voice: 'alloy', input: 'Hello, I am Grace.' } as const;

async function withSpeech(
  work: (openai: OpenAI, fake: SpeechFake) => Promise<void>,
  apiKey = KEY,
): Promise<void> {
  const fake = await startSpeechFake(KEY);
  try {
    const fetch = loopbackFetch((url) => url);
    await work(new OpenAI({ apiKey, baseURL: fake.url, fetch, maxRetries: 0 }), fake);
  } finally {
    await fake.stop();
  }
}

export const OPENAI_SPEECH_FLOWS: readonly VendorFlow[] = [
  {
    client: 'openai',
    does: 'gets speech in the requested format and speed',
    run: () =>
      withSpeech(async (openai, fake) => {
        const rows = [
          ['mp3', 'audio/mpeg', 16_000],
          ['wav', 'audio/wav', 48_000],
          ['pcm', 'audio/pcm', 48_000],
        ] as const;
        const seconds = (REQUEST.input.length * SECONDS_PER_CHARACTER) / 0.5;
        for (const [format, type, bytesPerSecond] of rows) {
          const request = { ...REQUEST, response_format: format, speed: 0.5 };
          const answer = await openai.audio.speech.create(request);
          expect(answer.headers.get('content-type')).to.equal(type);
          const { byteLength } = await answer.arrayBuffer();
          expect(byteLength / bytesPerSecond, format).to.be.closeTo(seconds, 0.1);
        }
        expect(fake.violations(), 'protocol violations').to.deep.equal([]);
      }),
  },
  {
    client: 'openai',
    does: 'gets a BadRequestError with the parameter of a speech that it cannot order',
    run: () =>
      withSpeech(async (openai, fake) => {
        const rows = [
          [{ ...REQUEST, input: 'a'.repeat(4_097) }, 'input'],
          [{ ...REQUEST, speed: 5 }, 'speed'],
          [{ ...REQUEST, model: '' }, 'model'],
          [{ ...REQUEST, voice: 'marin' }, 'voice'],
        ] as const;
        for (const [request, param] of rows) {
          const error = await failureOf(openai.audio.speech.create(request));
          expect(error).to.be.instanceOf(OpenAI.BadRequestError);
          expect(error).to.include({ param, status: 400 });
        }
        expect(fake.accepted()).to.deep.equal([]);
      }),
  },
  {
    client: 'openai',
    does: 'gets an AuthenticationError for speech with a wrong key',
    run: () =>
      withSpeech(async (openai) => {
        const error = await failureOf(openai.audio.speech.create(REQUEST));
        expect(error).to.be.instanceOf(OpenAI.AuthenticationError);
      }, 'another-key'),
  },
];
