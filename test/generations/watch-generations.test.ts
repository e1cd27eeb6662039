import { expect } from 'chai';
import { Watch } from '../../domain/durable/watch.js';
import { waitUntilEnd, type GenerationPoll } from '../../domain/generations/watch-generations.js';

const WAIT = { id: 'a', seconds: 60, ended: [] };
const state = (status: GenerationPoll['status'], stage: GenerationPoll['stage'] = null) =>
  new Map([['a', { id: 'a', status, stage, mark: '' }]]);

describe('waiting for a generation to end', () => {
  for (const status of ['completed', 'failed', 'cancelled'] as const) {
    it(`reports progress until the generation is ${status}`, async () => {
      const answers = [state('queued'), state('processing', 'image_generation'), state(status)];
      const watch = new Watch<GenerationPoll>(async () => answers.shift() ?? new Map());
      const heard: string[] = [];
      const onProgress = (seen: GenerationPoll) => void heard.push(`${seen.status} ${seen.stage}`);
      await waitUntilEnd(watch, { ...WAIT, onProgress });
      expect(heard).to.deep.equal(['queued null', 'processing image_generation']);
      expect(answers).to.be.empty;
    });
  }

  it('stops when the generation is deleted', async () => {
    await waitUntilEnd(new Watch<GenerationPoll>(async () => new Map()), WAIT);
  });
});
