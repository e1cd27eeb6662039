import { expect } from 'chai';
import type { ErrorBody } from '../../domain/contract/refusal.js';
import type { GenerationBody } from '../../domain/contract/generation.js';
import { sendRaw } from './raw.js';
import { image } from './refused-cases.js';
import { apiSuite } from './suite.js';

describe('a request body', () => {
  const suite = apiSuite();
  const send = async (body: string | Buffer) => {
    const { apiKey } = await suite.customer();
    const one = image('');
    const headers = { ...one.headers, Authorization: `Bearer ${apiKey}` };
    return sendRaw(suite.api.url, { ...one, headers, body });
  };

  it('may contain any valid UTF-8, which is returned unchanged', async () => {
    const prompt = 'café, 狐, \u{1F98A} and \uFFFD';
    const answer = await send(JSON.stringify({ prompt }));
    expect(answer.status, answer.text).to.equal(202);
    expect((JSON.parse(answer.text) as GenerationBody).request.prompt).to.equal(prompt);
  });

  it('may begin with a byte order mark', async () => {
    expect((await send(`\uFEFF${JSON.stringify({ prompt: 'a fox' })}`)).status).to.equal(202);
  });

  it('is rejected if it is not UTF-8, with the position of the first invalid byte', async () => {
    for (let at = 0; at < 6; at += 1) {
      const bytes = Buffer.from('{"prompt":"é狐\u{1F98A}"}');
      bytes[11 + at] = 0xff;
      const answer = await send(bytes);
      expect(answer.status).to.equal(400);
      const { message } = (JSON.parse(answer.text) as ErrorBody).error;
      // The wrong byte may cut off a character. Then the error names either the first byte of the character or the
      // wrong byte.
      const named = Number(/from byte (\d+):/.exec(message)?.[1]);
      expect(named, message).to.be.within(11, 11 + at);
    }
  });
});
