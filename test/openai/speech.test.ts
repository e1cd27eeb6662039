import { expect } from 'chai';
import OpenAI from 'openai';
import { OPENAI_VOICES } from '../../domain/catalogue/openai-voices.js';
import { VOICE_KEYS } from '../../domain/catalogue/voices.js';
import { apiSuite } from '../api/suite.js';
import { openAiOf } from './openai-rig.js';

const input = 'Good morning. The train leaves at nine.';

describe('audio.speech of the OpenAI client', () => {
  const suite = apiSuite({ workers: {} });
  const start = async () => {
    const customer = await suite.customer({ credits: 100 });
    return { customer, client: openAiOf(suite.api.url, customer, { maxRetries: 0 }) };
  };
  const speak = (client: OpenAI, options: object = {}) =>
    client.audio.speech.create({ model: 'tts-1', voice: 'alloy', input, ...options });
  const failure = async (
    request: Promise<unknown>,
  ): Promise<InstanceType<typeof OpenAI.APIError>> =>
    request.then(
      () => expect.fail('the request succeeded'),
      (error: unknown) => error as InstanceType<typeof OpenAI.APIError>,
    );

  it('returns MP3 by default, and charges once', async () => {
    const { customer, client } = await start();
    const response = await speak(client);
    expect(response.headers.get('content-type')).to.equal('audio/mpeg');
    const bytes = Buffer.from(await response.arrayBuffer());
    expect(bytes.length).to.be.above(5_000);
    const id = response.headers.get('x-generation-id') ?? '';
    const stored = await customer.client.get<{ credits: number; format: string }>(
      `/v1/speech/${id}`,
    );
    expect(stored.body).to.deep.include({ format: 'mp3', voice_key: 'standard', text: input });
    const { balance } = await suite.footprint(customer.accountId);
    expect(balance).to.equal(100 - stored.body.credits);
  });

  it('returns WAV with our voices, at another speed', async () => {
    const { client } = await start();
    const options = { model: 'speech', voice: 'miles', response_format: 'wav', speed: 2 };
    const response = await speak(client, options);
    expect(response.headers.get('content-type')).to.equal('audio/wav');
    const bytes = Buffer.from(await response.arrayBuffer());
    expect(bytes.toString('latin1', 0, 4)).to.equal('RIFF');
  });

  it('reports wrong options by their OpenAI names, and charges nothing', async () => {
    const { customer, client } = await start();
    const rows = [
      [{ response_format: 'opus' }, 400, 'response_format', /mp3/],
      [{ voice: 'nobody' }, 400, 'voice', /voice/],
      [{ voice: 'lena' }, 400, 'voice', /`en`/],
      [{ input: ' ' }, 400, 'input', /input/],
      [{ speed: 4 }, 400, 'speed', /2/],
      [{ model: 'whisper-1' }, 404, 'model', /models/],
      [{ input: 'a bowl of forbidden fruit' }, 400, null, /not allowed/],
    ] as const;
    for (const [options, status, param, says] of rows) {
      const error = await failure(speak(client, options));
      expect([error.status, error.param], JSON.stringify(options)).to.deep.equal([status, param]);
      expect(error.message).to.match(says);
    }
    expect(await suite.footprint(customer.accountId)).to.include({ generation: 0, balance: 100 });
  });

  it('reports speech that failed, which is refunded', async () => {
    const { customer, client } = await start();
    const error = await failure(speak(client, { input: `${input} simulate:content_blocked` }));
    expect([error.status, error.code]).to.deep.equal([400, 'content_policy_violation']);
    expect((await suite.footprint(customer.accountId))['balance']).to.equal(100);
  });

  it('has one of our voices for each voice of OpenAI', () => {
    expect(VOICE_KEYS).to.include.members([...OPENAI_VOICES.values()]);
  });
});
