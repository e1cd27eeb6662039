import { expect } from 'chai';
import { placeOrder, type OrderPlacement } from '../../activities/place-order.js';
import type { Checkpoint } from '../../domain/ports/checkpoint.js';
import { SubmitUncertain, type BytesAsset } from '../../domain/ports/provider.js';
import type { ProviderJob } from '../../domain/ports/provider-job.js';
import { buildAccount } from '../support/accounts.js';
import { failureOf } from '../support/failure.js';
import { instantFake, type InstantFake } from '../support/instant-fake.js';
import { ledgerWorld } from '../ledger/world.js';

const JOB = { kind: 'speech', prompt: 'Hello.' } as ProviderJob;

/** A worker that was killed is simulated by an error at its crash point. */
describe('a provider order whose response contains the result', () => {
  const world = ledgerWorld();
  let speaker: InstantFake;
  let kept: BytesAsset[] = [];
  beforeEach(() => {
    speaker = instantFake('speaker');
    kept = [];
  });

  /** Builds the step of a new generation that places an order. */
  async function placing(): Promise<OrderPlacement> {
    const account = await buildAccount(world.db, { credits: 10 });
    const { id: generationId } = await world.reserve(account, { price: 2 });
    const what = { generationId, attempt: 1, upstreamModel: 'speech' };
    const keep = async (asset: BytesAsset) => void kept.push(asset);
    return {
      provider: speaker,
      order: { ...what, provider: 'speaker' },
      job: { ...what, kind: 'speech', prepare: async () => JOB, keep },
      ends: new AbortController().signal,
      reportState: () => undefined,
      repeatedSince: null,
    };
  }

  const place = (wanted: OrderPlacement, dieAt: Checkpoint | null = null) =>
    placeOrder(
      {
        db: world.db,
        pass(point) {
          if (point === dieAt) throw new Error('killed');
        },
      },
      wanted,
    );

  /** Lets the time pass in which the first worker might still record the order. */
  const forgetFirstWorker = ({ order }: OrderPlacement) =>
    world.db.query(
      `UPDATE upstream_order SET sent_at = now() - interval '2 minutes' WHERE generation_id = $1`,
      [order.generationId],
    );

  it('is placed once, and is found by the next worker', async () => {
    const wanted = await placing();
    const first = await place(wanted);
    expect(await place(wanted)).to.deep.include({ ref: first.ref });
    expect([speaker.taken.length, kept.length]).to.deep.equal([1, 1]);
  });

  it('has its result in the store when its worker is killed after recording it', async () => {
    const wanted = await placing();
    await failureOf(place(wanted, 'order.after_ref'));
    await place(wanted);
    expect([speaker.taken.length, kept.length]).to.deep.equal([1, 1]);
  });

  it('is uncertain and not repeated when its worker is killed after the response', async () => {
    const wanted = await placing();
    await failureOf(place(wanted, 'order.before_ref'));
    await forgetFirstWorker(wanted);
    expect(await failureOf(place(wanted))).to.be.instanceOf(SubmitUncertain);
    expect([speaker.taken.length, kept.length]).to.deep.equal([1, 0]);
  });

  it('is uncertain and not repeated when its response is lost', async () => {
    const wanted = await placing();
    speaker.plan('uncertain');
    expect(await failureOf(place(wanted))).to.be.instanceOf(SubmitUncertain);
    await forgetFirstWorker(wanted);
    expect(await failureOf(place(wanted))).to.be.instanceOf(SubmitUncertain);
    expect(speaker.taken).to.have.length(1);
  });

  it('is uncertain and not repeated when its result cannot be stored', async () => {
    const wanted = await placing();
    const keep = () => Promise.reject(new Error('The store is down.'));
    await failureOf(place({ ...wanted, job: { ...wanted.job, keep } }));
    await forgetFirstWorker(wanted);
    expect(await failureOf(place(wanted))).to.be.instanceOf(SubmitUncertain);
    expect(speaker.taken).to.have.length(1);
  });
});
