import { ApplicationFailure } from '@temporalio/activity';
import { expect } from 'chai';
import { failingPuts } from '../workflows/pipeline.js';
import { acceptedOfEachTest, activityBench } from './bench.js';
import { failureOf } from '../support/failure.js';

const ENTRY = {
  stage: 'image_generation',
  resolution: 'retried',
  status: 503,
  message: 'Tried again.',
} as const;

/** Temporal repeats a step if it did not get the result. The second execution must change nothing. */
describe('an activity repeated after its result was lost', () => {
  const bench = activityBench();
  const accepted = acceptedOfEachTest(bench);

  /** Runs a step twice. @returns both results, after checking that the second changed nothing */
  async function twice<T>(step: () => Promise<T>): Promise<[T, T]> {
    const before = await bench.everything(accepted);
    const first = await step();
    const after = await bench.everything(accepted);
    expect(after, 'the first run changes the database').not.to.deep.equal(before);
    const second = await step();
    expect(await bench.everything(accepted), 'rows after the second run').to.deep.equal(after);
    return [first, second];
  }

  it("keeps the first claim's time and stores the asset at the same key", async () => {
    const [one, two] = await twice(() => bench.generate(accepted.id));
    expect(two).to.deep.equal(one);
    expect(await bench.objects(`work/${accepted.id}/`)).to.deep.equal([one?.assetKey]);
  });

  it('writes a timeline entry only once (recordTimeline)', async () => {
    const entry = { at: Date.now(), ...ENTRY };
    const generationId = accepted.id;
    await twice(() => bench.run(() => bench.state.recordTimeline({ generationId, entry })));
    expect((await bench.row(accepted)).timeline).to.deep.equal([entry]);
    const later = { ...entry, at: entry.at + 1_000 };
    await bench.run(() => bench.state.recordTimeline({ generationId, entry: later }));
    expect((await bench.row(accepted)).timeline).to.deep.equal([entry, later]);
  });

  it('charges and notifies only once (completeGeneration)', async () => {
    await bench.generate(accepted.id);
    const generationId = accepted.id;
    await twice(() => bench.run(() => bench.state.completeGeneration({ generationId })));
    expect((await bench.row(accepted)).status).to.equal('completed');
  });

  it('refunds and notifies only once (failGeneration)', async () => {
    const failure = {
      generationId: accepted.id,
      error: { code: 'UNKNOWN', message: 'no' },
      entry: { ...ENTRY, resolution: 'stopped' },
    } as const;
    await twice(() => bench.run(() => bench.state.failGeneration(failure)));
    expect(await bench.row(accepted)).to.include({ status: 'failed', refundedCredits: 2 });
  });

  it('refunds only once and returns "cancelled" again (cancelGeneration)', async () => {
    const wanted = { generationId: accepted.id, claim: bench.claimOf(accepted) };
    const outcomes = await twice(() => bench.run(() => bench.state.cancelGeneration(wanted)));
    expect(outcomes).to.deep.equal(['cancelled', 'cancelled']);
    expect(await bench.row(accepted)).to.include({ status: 'cancelled', refundedCredits: 2 });
  });

  it('refunds only once and returns "cancelled" again (cancelOverdue)', async () => {
    const overdue = { generationId: accepted.id, cancelAt: 1 };
    const outcomes = await twice(() => bench.run(() => bench.state.cancelOverdue(overdue)));
    expect(outcomes).to.deep.equal(['cancelled', 'cancelled']);
    expect(await bench.row(accepted)).to.include({ status: 'cancelled', refundedCredits: 2 });
  });

  it('writes only one timeline entry about a late Cancel-After (cancelOverdue)', async () => {
    await bench.generate(accepted.id);
    const overdue = { generationId: accepted.id, cancelAt: 1 };
    const outcomes = await twice(() => bench.run(() => bench.state.cancelOverdue(overdue)));
    expect(outcomes).to.deep.equal(['not_queued', 'not_queued']);
    expect((await bench.row(accepted)).timeline).to.have.length(1);
  });

  it('does not change a generation that has already ended differently', async () => {
    const generationId = accepted.id;
    const { state } = bench;
    await bench.run(() => state.cancelGeneration({ generationId, claim: bench.claimOf(accepted) }));
    const before = await bench.everything(accepted);
    const error = { code: 'UNKNOWN', message: 'no' } as const;
    await bench.run(() => state.failGeneration({ generationId, error, entry: ENTRY }));
    await bench.run(() => state.completeGeneration({ generationId }));
    await bench.run(() => state.recordTimeline({ generationId, entry: { at: 1, ...ENTRY } }));
    expect(await bench.generate(generationId)).to.equal(null);
    expect(await bench.everything(accepted)).to.deep.equal(before);
  });

  it('continues in the generate step if the analyse step already claimed the generation', async () => {
    const generationId = accepted.id;
    const stage = 'scene_analysis';
    await twice(() => bench.run(() => bench.media().analyse({ generationId, stage })));
    expect(await bench.generate(generationId)).not.to.equal(null);
  });

  it('leaves exactly two objects when keepOutput was killed between its two writes', async () => {
    const asset = await bench.generate(accepted.id);
    if (!asset) throw new Error('it was not claimed');
    const input = { generationId: accepted.id, ...asset };
    const store = failingPuts(bench.deps.store, (key) => key.includes('-thumb'));
    const killed = await failureOf(bench.run(() => bench.media({ store }).keepOutput(input)));
    expect(killed).to.be.instanceOf(ApplicationFailure);
    expect(killed).to.include({ type: 'StorageUnavailable' });
    expect(await bench.objects(`outputs/${accepted.id}/`)).to.have.length(1);

    const again = () => bench.run(() => bench.media().keepOutput(input));
    await again();
    const { outputKey, thumbnailKey } = await bench.row(accepted);
    const kept = [outputKey, thumbnailKey].toSorted();
    expect(await bench.objects(`outputs/${accepted.id}/`)).to.deep.equal(kept);
    expect(await bench.objects(`work/${accepted.id}/`)).to.deep.equal([]);

    await again();
    await bench.run(() => bench.state.completeGeneration({ generationId: accepted.id }));
    await again();
    expect(await bench.objects(`outputs/${accepted.id}/`)).to.deep.equal(kept);
  });

  it('fails permanently when keepOutput cannot find its asset', async () => {
    await bench.generate(accepted.id);
    const input = { generationId: accepted.id, assetKey: 'work/none', provider: 'local' };
    const failure = await failureOf(bench.run(() => bench.media().keepOutput(input)));
    expect(failure).to.include({ type: 'AssetMissing', nonRetryable: true });
  });
});
