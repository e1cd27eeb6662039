import { expect } from 'chai';
import type fc from 'fast-check';
import { closeHold } from '../../domain/ledger/close-hold.js';
import type { Checkpoint } from '../../domain/ports/checkpoint.js';
import { onGeneration } from './property-commands.js';
import type { Model, ModelGeneration } from './property-model.js';
import { Crash, type Real } from './property-real.js';
import { World } from './world.js';
import { failureOf } from '../support/failure.js';

const priceOf = ({ sub, pur }: ModelGeneration) => sub + pur;

const claim = onGeneration('claim', ['queued', 'processing'], async (generation, _, real) => {
  expect((await real.claim(generation.id))?.status).to.equal('processing');
  generation.status = 'processing';
});

const claimFinished = onGeneration(
  'claim what has finished',
  ['completed', 'failed', 'cancelled'],
  async ({ id }, _, real) => {
    expect(await real.claim(id)).to.equal(null);
  },
);

const complete = onGeneration('complete', ['processing'], async (generation, model, real) => {
  await real.complete(generation.id);
  model.finish(generation, 'completed', priceOf(generation));
});

const completeOther = onGeneration(
  'complete what is not processing',
  ['queued', 'completed', 'failed', 'cancelled'],
  ({ id }, _, real) => real.complete(id),
);

const fail = onGeneration('fail', ['queued', 'processing'], async (generation, model, real) => {
  await real.fail(generation.id);
  model.finish(generation, 'failed', 0);
});

const failFinished = onGeneration(
  'fail what has finished',
  ['completed', 'failed', 'cancelled'],
  async ({ id }, _, real) => {
    expect((await real.fail(id)).ended).to.equal(null);
  },
);

/** Settles one, two or three quarters of the price. Product code never settles a part yet. */
const settlePart = (quarters: number) =>
  onGeneration(`settle ${quarters}/4`, ['processing'], async (generation, model, real) => {
    const keep = Math.ceil((priceOf(generation) * quarters) / 4);
    const refund = await new World(real).close(generation.id, keep);
    expect(refund).to.equal(priceOf(generation) - keep);
    model.finish(generation, 'completed', keep, false);
  });

const release = onGeneration(
  'release',
  ['queued', 'processing'],
  async (generation, model, real) => {
    expect(await new World(real).close(generation.id, 0)).to.equal(priceOf(generation));
    model.finish(generation, 'failed', 0, false);
  },
);

const closeAgain = onGeneration(
  'close a closed hold',
  ['completed', 'failed', 'cancelled'],
  async ({ id }, _, real) => {
    for (const settle of ['all', 0, 1] as const) {
      const closing = { refType: 'generation', refId: id, settle } as const;
      expect(await closeHold(real.db.manager, closing)).to.equal(null);
    }
  },
);

function cancelled(generation: ModelGeneration, model: Model, key: string): void {
  model.finish(generation, 'cancelled', 0);
  model.answers.add(key);
}

const cancel = onGeneration('cancel', ['queued'], async (generation, model, real) => {
  const key = real.newKey();
  expect(await real.cancel(generation.id, key)).to.equal('cancelled');
  cancelled(generation, model, key);
});

/** Both cancels return "cancelled", although only one of them cancelled the generation. */
const cancelConcurrently = onGeneration(
  'cancel twice at once',
  ['queued'],
  async (generation, model, real) => {
    const keys = [real.newKey(), real.newKey()];
    const outcomes = await Promise.all(keys.map((key) => real.cancel(generation.id, key)));
    expect(outcomes).to.deep.equal(['cancelled', 'cancelled']);
    const answered = await real.answered(keys);
    expect(answered).to.have.length(1);
    cancelled(generation, model, answered[0] ?? '');
  },
);

const cancelLate = onGeneration(
  'cancel what is not queued',
  ['processing', 'completed', 'failed', 'cancelled'],
  async ({ id, status }, _, real) => {
    const again = status === 'cancelled' ? 'cancelled' : 'not_queued';
    expect(await real.cancel(id, real.newKey())).to.equal(again);
  },
);

/** A cancel with the idempotency key of another request keeps the row and the stored response. */
const cancelWithTakenKey = onGeneration(
  'cancel with a key that is taken',
  ['queued'],
  async (generation, model, real) => {
    const [taken] = model.answers;
    if (taken === undefined) return;
    expect(await real.cancel(generation.id, taken)).to.equal('not_queued');
  },
);

const cancelAgainstClaim = onGeneration(
  'cancel against claim',
  ['queued'],
  async (generation, model, real) => {
    const key = real.newKey();
    const [outcome, claimed] = await Promise.all([
      real.cancel(generation.id, key),
      real.claim(generation.id),
    ]);
    expect(claimed === null, 'either the claim or the cancel wins').to.equal(
      outcome === 'cancelled',
    );
    if (outcome === 'cancelled') cancelled(generation, model, key);
    else generation.status = 'processing';
  },
);

const completeAgainstFail = onGeneration(
  'complete against fail',
  ['processing'],
  async (generation, model, real) => {
    const { id } = generation;
    await Promise.all([real.complete(id), real.fail(id), real.complete(id), real.fail(id)]);
    const [row]: { status: 'completed' | 'failed' }[] = await real.db.query(
      'SELECT status FROM generation WHERE id = $1',
      [id],
    );
    const status = row?.status ?? expect.fail();
    model.finish(generation, status, status === 'completed' ? priceOf(generation) : 0);
  },
);

const finishKilled = (crashAt: Checkpoint, status: 'completed' | 'failed') =>
  onGeneration(
    `${status}, killed at ${crashAt}`,
    ['processing'],
    async (generation, model, real) => {
      const end = (at?: Checkpoint) =>
        status === 'completed' ? real.complete(generation.id, at) : real.fail(generation.id, at);
      expect(await failureOf(end(crashAt))).to.be.instanceOf(Crash);
      if (crashAt === 'finish.before_commit') await real.verify(model);
      await end();
      model.finish(generation, status, status === 'completed' ? priceOf(generation) : 0);
    },
  );

const remove = onGeneration(
  'delete',
  ['completed', 'failed', 'cancelled'],
  async (generation, model, real) => {
    const key = real.newKey();
    await real.remove(generation.id, key);
    generation.deleted = true;
    model.answers.add(key);
  },
);

const removeRunning = onGeneration(
  'delete what runs',
  ['queued', 'processing'],
  async ({ id }, _, real) => {
    const error = await failureOf(real.remove(id, real.newKey()));
    expect(error).to.include({ code: 'CONFLICT' });
  },
);

export const LIFECYCLE_COMMANDS: fc.Arbitrary<fc.AsyncCommand<Model, Real>>[] = [
  claim,
  claim,
  claim,
  claimFinished,
  complete,
  completeOther,
  fail,
  failFinished,
  settlePart(1),
  settlePart(2),
  settlePart(3),
  release,
  closeAgain,
  cancel,
  cancelConcurrently,
  cancelLate,
  cancelWithTakenKey,
  cancelAgainstClaim,
  completeAgainstFail,
  remove,
  removeRunning,
  finishKilled('finish.before_commit', 'completed'),
  finishKilled('finish.after_commit', 'failed'),
];
