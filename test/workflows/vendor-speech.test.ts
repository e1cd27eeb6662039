import { expect } from 'chai';
import {
  startSpeechFake,
  type SpeechFake,
} from '@media-platform/stand-ins/providers/openai/speech-fake.js';
import type { SpeechBody } from '../../domain/contract/speech.js';
import { buildCustomer } from '../support/accounts.js';
import { replayRig } from '../support/replay-rig.js';
import { usePlatform } from '../support/use-platform.js';

const TEXT = 'Good morning. The train leaves at nine.';

describe('speech of a provider', () => {
  const rig = replayRig();
  let voices: SpeechFake;
  const env = async () => {
    voices = await startSpeechFake('test-key');
    return { SPEECH_BASE_URL: voices.url, SPEECH_API_KEY: 'test-key' };
  };
  const api = usePlatform({ env, end: () => voices.stop(), change: rig.watch, workers: {} });

  for (const format of ['wav', 'mp3'] as const) {
    it(`is ordered once and stored as ${format}`, async () => {
      const before = voices.accepted().length;
      const { client } = await buildCustomer(api.deps.db, api.url, { credits: 100 });
      const created = await client.call<SpeechBody>('POST', '/v1/speech', {
        body: { text: TEXT, format },
      });
      expect(created.status, created.text).to.equal(202);
      const done = await client.get<SpeechBody>(`/v1/speech/${created.body.id}?wait=60`);
      expect(done.body.status, JSON.stringify(done.body.timeline)).to.equal('completed');
      expect(done.body).to.include({ simulated: false, format });
      expect(done.body.result?.duration_seconds).to.be.within(1, 5);
      expect(voices.accepted().slice(before)).to.have.length(1);
      expect(voices.violations()).to.deep.equal([]);
    });
  }
});
