import { expect } from 'chai';
import { createTellProgress } from '../../runtime/tell-progress.js';

describe('telling a run how far its step is', () => {
  let now = 0;
  let sent: string[] = [];
  const tell = () =>
    createTellProgress(
      async (id, line) => {
        sent.push(`${id} ${line}`);
      },
      () => now,
    );
  beforeEach(() => {
    now = 0;
    sent = [];
  });

  it('costs a step of less than ten seconds nothing', () => {
    const told = tell();
    for (; now < 10_000; now += 500) told('gen_a', `${now}`);
    expect(sent).to.deep.equal([]);
  });

  it('is at most one line in ten seconds, and no line twice in a row', () => {
    const told = tell();
    for (; now <= 40_000; now += 500) told('gen_a', now < 25_000 ? 'queued' : 'running');
    expect(sent).to.deep.equal(['gen_a queued', 'gen_a running']);
  });

  it('is at most 30 lines for one run, however long it takes', () => {
    const told = tell();
    for (; now < 3_600_000; now += 5_000) told('gen_a', `${now}`);
    expect(sent).to.have.length(30);
  });

  it('remembers a run that goes on, however many others come', () => {
    const told = tell();
    told('gen_a', 'queued');
    now = 9_000;
    for (let run = 0; run < 2_000; run += 1) {
      told(`gen_other_${run}`, 'queued');
      told('gen_a', 'queued');
    }
    now = 10_000;
    told('gen_a', 'running');
    expect(sent).to.deep.equal(['gen_a running']);
  });

  it('ignores a run that cannot be told', async () => {
    const told = createTellProgress(
      () => Promise.reject(new Error('closed')),
      () => now,
    );
    told('gen_a', 'one');
    now = 20_000;
    told('gen_a', 'two');
    await new Promise(setImmediate);
  });
});
