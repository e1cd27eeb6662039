import { expect } from 'chai';
import {
  GenerationWatch,
  type GenerationPoll,
} from '../../domain/generations/watch-generations.js';

const ENDLESS = { seconds: 60, ended: [] };

describe('GenerationWatch', () => {
  it('shares one query among all waiting callers', async () => {
    const polls: string[][] = [];
    const watch = new GenerationWatch((ids) => {
      polls.push([...ids]);
      return Promise.resolve(ids.map((id) => ({ id, status: 'completed', stage: null })));
    });
    const waits = ['a', 'b', 'a', 'c', 'a'].map((id) => watch.waitUntilEnd({ ...ENDLESS, id }));
    await Promise.all(waits);
    expect(polls).to.deep.equal([['a', 'b', 'c']]);
  });

  it('reports progress, and keeps waiting while the database is down', async () => {
    const answers: (readonly GenerationPoll[] | Error)[] = [
      [{ id: 'a', status: 'queued', stage: null }],
      new Error('away'),
      [{ id: 'a', status: 'processing', stage: 'image_generation' }],
      [{ id: 'a', status: 'failed', stage: null }],
    ];
    const watch = new GenerationWatch(() => {
      const [answer = []] = answers.splice(0, 1);
      return answer instanceof Error ? Promise.reject(answer) : Promise.resolve(answer);
    });
    const heard: string[] = [];
    const onProgress = ({ status, stage }: GenerationPoll) => void heard.push(`${status} ${stage}`);
    await watch.waitUntilEnd({ ...ENDLESS, id: 'a', onProgress });
    expect(heard).to.deep.equal(['queued null', 'processing image_generation']);
    expect(answers).to.be.empty;
  });

  it('stops when the generation is deleted, the caller disconnects, or the time is up', async () => {
    const gone = new GenerationWatch(() => Promise.resolve([]));
    await gone.waitUntilEnd({ ...ENDLESS, id: 'a' });
    const endless = new GenerationWatch((ids) =>
      Promise.resolve(ids.map((id) => ({ id, status: 'queued', stage: null }))),
    );
    const caller = new AbortController();
    const wait = endless.waitUntilEnd({ ...ENDLESS, id: 'a', ended: [caller.signal] });
    caller.abort();
    await wait;
    await endless.waitUntilEnd({ ...ENDLESS, id: 'a', seconds: 0.01 });
  });

  it('queries again for a caller that arrives after a pause', async () => {
    let polls = 0;
    const watch = new GenerationWatch((ids) => {
      polls += 1;
      return Promise.resolve(ids.map((id) => ({ id, status: 'cancelled', stage: null })));
    });
    await watch.waitUntilEnd({ ...ENDLESS, id: 'a' });
    await watch.waitUntilEnd({ ...ENDLESS, id: 'b' });
    expect(polls).to.equal(2);
  });
});
