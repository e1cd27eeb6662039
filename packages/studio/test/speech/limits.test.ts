import type { Worker } from 'node:worker_threads';
import { expect } from 'chai';
import { renderSpeech } from '../../speech/render-speech.js';
import { prepareText } from '../../speech/prepare-text.js';
import { synthesize } from '../../speech/synthesize.js';
import { failure, prose, requestOf, speak } from './speeches.js';

/** A text that takes seconds, so that its thread cannot have ended by itself. */
const LONG = requestOf({ text: prose(4_000) });

const isAlive = ({ threadId }: Worker): boolean => threadId !== -1;

describe('threads that speak', () => {
  const started: Worker[] = [];
  let onStart: (worker: Worker) => void;
  const note = (worker: Worker) => {
    started.push(worker);
    onStart(worker);
  };

  beforeEach(() => {
    started.length = 0;
    onStart = () => undefined;
    process.on('worker', note);
  });

  afterEach(() => process.off('worker', note));

  it('end when the request is aborted', async () => {
    const reason = new Error('the caller has gone');
    const controller = new AbortController();
    onStart = (worker) => worker.once('online', () => controller.abort(reason));
    const { signal } = controller;
    const thrown = (request: Promise<unknown>) => request.catch((error: unknown) => error);
    expect(await thrown(renderSpeech(LONG, { signal }))).to.equal(reason);
    expect(started.map(isAlive)).to.deep.equal([false]);
    expect(await thrown(renderSpeech(LONG, { signal }))).to.equal(reason);
    expect(started, 'an aborted call starts no thread').to.have.length(1);
  });

  it('end at the deadline', async () => {
    const { kind } = await failure(LONG, 300);
    expect(kind).to.equal('timeout');
    expect(started.map(isAlive)).to.deep.equal([false]);
  });

  it('leave the main thread free', async () => {
    const before = performance.eventLoopUtilization();
    await speak({ text: prose(2_000) });
    expect(performance.eventLoopUtilization(before).utilization).to.be.below(0.4);
  });

  it('are at most two', async () => {
    let most = 0;
    onStart = () => (most = Math.max(most, started.filter(isAlive).length));
    await Promise.all(Array.from({ length: 5 }, () => speak()));
    expect([started.length, most]).to.deep.equal([5, 2]);
  });

  it('let 32 requests wait and refuse others, until the waiting ones are aborted', async () => {
    const reason = new Error('enough');
    const controller = new AbortController();
    const { signal } = controller;
    const requests = Array.from({ length: 34 }, () =>
      renderSpeech(LONG, { signal }).catch((error: unknown) => error),
    );
    expect(await failure({})).to.include({ kind: 'busy' });
    controller.abort(reason);
    expect(new Set(await Promise.all(requests))).to.deep.equal(new Set([reason]));
    expect(started).to.have.length(2);
    expect((await speak()).durationSeconds).to.be.above(1);
  });
});

describe('memory of the synthesiser', () => {
  const rows = {
    prose: prose(4_000),
    'prose without punctuation': prose(4_000).replaceAll('.', ''),
    'one word of 4,000 letters': 'a'.repeat(4_000),
    'words that are spelled': 'bcdfghjklmnpqrstvwxz'.repeat(100),
  };
  for (const [name, text] of Object.entries(rows)) {
    it(`stays below 40 MB for a long text: ${name}`, () => {
      const task = { text: prepareText(text), speaker: 'slt', pitch: 1, stretch: 1 } as const;
      expect(synthesize(task).memoryBytes).to.be.below(40 * 2 ** 20);
    });
  }
});

describe('texts for the synthesiser', () => {
  it('have printable ASCII only, with the letters of accented characters', () => {
    expect(prepareText('“Zoë’s” naïve café…\u0000 costs 5 €')).to.equal(
      '"Zoe\'s" naive cafe... costs 5 euros',
    );
    expect(prepareText('ψ'.repeat(4_000))).to.equal('');
  });

  it('keep paragraphs and begin an utterance after 40 words', () => {
    expect(prepareText('One.\n \nTwo\nthree.')).to.equal('One.\n\nTwo three.');
    const utterances = prepareText('word '.repeat(100)).split('\n\n');
    expect(utterances.map((one) => one.split(' ').length)).to.deep.equal([40, 40, 20]);
  });

  it('have no longer run than 30 characters', () => {
    const runs = prepareText('x'.repeat(100)).split(/\s+/);
    expect(runs.map(({ length }) => length)).to.deep.equal([30, 30, 30, 10]);
  });
});
