import { expect } from 'chai';
import { placeOrder, type OrderPlacement } from '../../activities/place-order.js';
import { beginEpoch } from '../../domain/durable/restore-time.js';
import { SubmitUncertain } from '../../domain/ports/provider.js';
import type { ProviderJob } from '../../domain/ports/provider-job.js';
import { buildAccount } from '../support/accounts.js';
import { failureOf } from '../support/failure.js';
import { queuedFake, type QueuedFake } from '../support/queued-fake.js';
import { ledgerWorld } from '../ledger/world.js';

const JOB = { kind: 'image', prompt: 'a fox' } as ProviderJob;

describe('a provider order whose row may be lost in a database restore', () => {
  const world = ledgerWorld();
  let fal: QueuedFake;
  beforeEach(() => {
    fal = queuedFake('fal');
  });

  /** Builds the step of a new generation that places an order. */
  async function placing(repeatedSince: Date | null): Promise<OrderPlacement> {
    const account = await buildAccount(world.db, { credits: 10 });
    const { id: generationId } = await world.reserve(account, { price: 2 });
    const what = { generationId, attempt: 1, upstreamModel: 'flux' };
    return {
      provider: fal,
      order: { ...what, provider: 'fal' },
      job: { ...what, kind: 'image', prepare: async () => JOB, keep: async () => undefined },
      ends: new AbortController().signal,
      reportState: () => undefined,
      repeatedSince,
    };
  }
  const place = (wanted: OrderPlacement) =>
    placeOrder({ db: world.db, pass: () => undefined }, wanted);

  it('is not placed again by a step that began before the restore', async () => {
    const before = new Date(Date.now() - 1_000);
    await beginEpoch(world.db);
    const failure = await failureOf(place(await placing(before)));
    expect(failure).to.be.instanceOf(SubmitUncertain);
    expect(fal.submits()).to.equal(0);
  });

  it('is placed by a new step, or by a step that began after the restore', async () => {
    await beginEpoch(world.db);
    await place(await placing(null));
    await place(await placing(new Date(Date.now() + 1_000)));
    expect(fal.submits()).to.equal(2);
  });
});
