import { expect } from 'chai';
import { isSimulated } from '../../domain/catalogue/makers.js';
import { claimGeneration } from '../../domain/generations/advance-generation.js';
import { recordMade } from '../../domain/generations/record-progress.js';
import { acceptedOfEachTest, activityBench } from '../activities/bench.js';
import { BEGUN } from '../support/begun.js';

describe('recordMade', () => {
  const bench = activityBench();
  const accepted = acceptedOfEachTest(bench);
  beforeEach(() => claimGeneration(bench.deps.db, accepted.id, BEGUN));

  const row = () => bench.row(accepted);
  const note = (part: 'image' | 'video', provider: string, attempt: number, ...notes: string[]) =>
    recordMade(bench.deps.db, accepted.id, { part, provider, attempt, notes });

  it('writes a row only once, however often the step repeats', async () => {
    await note('image', 'local', 1, 'No fox.', 'No hat.');
    const first = await row();
    await note('image', 'local', 1, 'No fox.', 'No hat.');
    expect(await row()).to.deep.equal(first);
    expect(first.timeline).to.deep.equal(
      ['No fox.', 'No hat.'].map((message) => ({
        at: first.timeline[0]?.at,
        stage: 'image_generation',
        resolution: 'fallback',
        status: null,
        message,
      })),
    );
    expect(Math.abs((first.timeline[0]?.at ?? 0) - Date.now())).to.be.below(60_000);
  });

  it("keeps the newest attempt's data when an older attempt ends late", async () => {
    await note('image', 'fal', 4);
    await note('image', 'local', 2, 'Too late.');
    await note('video', 'kie', 5);
    const { makers, timeline } = await row();
    expect(makers).to.deep.equal({
      image: { provider: 'fal', attempt: 4 },
      video: { provider: 'kie', attempt: 5 },
    });
    expect(timeline).to.deep.equal([]);
  });

  it('does not change a generation that has ended', async () => {
    await bench.run(() =>
      bench.state.failGeneration({
        generationId: accepted.id,
        error: { code: 'UNKNOWN', message: 'no' },
        entry: { stage: 'storage', resolution: 'stopped', status: null, message: 'Gone.' },
      }),
    );
    await note('image', 'local', 1, 'No fox.');
    const { makers, timeline } = await row();
    expect(makers).to.deep.equal({});
    expect(timeline.map(({ message }) => message)).to.deep.equal(['Gone.']);
  });
});

describe('isSimulated', () => {
  const local = { provider: 'local', attempt: 1 };
  const fal = { provider: 'fal', attempt: 2 };
  const rows = [
    ['image', {}, null],
    ['image', { image: local }, true],
    ['image', { image: fal }, false],
    ['video', { image: fal }, null],
    ['video', { image: local }, true],
    ['video', { image: local, video: fal }, true],
    ['video', { image: fal, video: local }, true],
    ['video', { image: fal, video: fal }, false],
    ['video', { video: fal }, false],
  ] as const;
  for (const [type, makers, expected] of rows) {
    const parts = Object.entries(makers).map(([part, { provider }]) => `${part} by ${provider}`);
    it(`is ${expected} for ${type}, ${parts.join(', ') || 'nothing generated'}`, () => {
      expect(isSimulated(type, makers)).to.equal(expected);
    });
  }
});
