import { expect } from 'chai';
import {
  JobFailed,
  type GenerationProvider,
  type UpstreamRef,
} from '../../domain/ports/provider.js';
import { Generation } from '../../entities/generation.js';
import { checkInvariants } from '../../domain/ledger/invariants.js';
import { UploadSuite } from '../api/uploads-rig.js';
import { blackPng } from '../media/inspection/made.js';
import { buildCustomer, type Customer } from '../support/accounts.js';
import { queuedFake, type QueuedFake } from '../support/queued-fake.js';
import { until } from '../support/until.js';
import { usePlatform, workersOfEachTest } from '../support/use-platform.js';
import { reached, SHORT_CLIP } from './pipeline.js';

/** Clips that a vendor holds for as long as the test wants. */
const CLIPS = 200;
/** Slots and clips where not all of them fit. */
const FEW = { slots: 5, clips: 20 };
/** A vendor is not asked a thousand times a second. */
const POLL_MS = { image: 500, video: 500 };
const END_MS = 300_000;

/** A vendor of clips alone, so that pictures are the renderer's. */
interface SlowVendor {
  readonly fake: QueuedFake;
  readonly provider: GenerationProvider;
  /** Orders that it was asked about. */
  readonly asked: Set<string>;
  /** From now on every order has failed. */
  refuseAll(): void;
}

function slowVendor(): SlowVendor {
  const fake = queuedFake('kie');
  const asked = new Set<string>();
  let refuses = false;
  const poll = async (ref: UpstreamRef, signal: AbortSignal) => {
    asked.add(String(ref['ref']));
    if (refuses) throw new JobFailed('content_blocked', 'Refused by a filter.', 422);
    return fake.poll(ref, signal);
  };
  const serves = (model: string) => !model.includes('banana');
  const refuseAll = () => void (refuses = true);
  return { fake, asked, refuseAll, provider: { ...fake, serves, poll, pollEveryMs: POLL_MS } };
}

describe('a backlog of clips that a vendor holds', function () {
  this.timeout(END_MS + 100_000);
  const suite = new UploadSuite();
  let vendor: SlowVendor;
  const providers = new Map<string, GenerationProvider>();
  const api = usePlatform({
    change(deps) {
      for (const [name, provider] of deps.providers) providers.set(name, provider);
      return { ...deps, providers };
    },
  });
  suite.api = api;
  const start = workersOfEachTest(api);
  beforeEach(() => {
    vendor = slowVendor();
    providers.set('kie', vendor.provider);
  });

  async function orderClips(count: number): Promise<{ customer: Customer; ids: string[] }> {
    const raised = { concurrent_jobs: count + 1 };
    const customer = await buildCustomer(api.deps.db, api.url, { credits: 100_000, raised });
    vendor.fake.plan(...Array.from({ length: count }, () => 'held' as const));
    const ids: string[] = [];
    const frame = await suite.inline(customer, blackPng(64));
    const body = { ...SHORT_CLIP, prompt: 'a fox', start_frame: frame.url };
    for (let number = 0; number < count; number += 1) {
      const answer = await customer.client.video(body);
      expect(answer.status, answer.text).to.equal(202);
      ids.push(answer.body.id);
    }
    return { customer, ids };
  }

  const taken = () => vendor.fake.taken.map(({ generationId }) => generationId);
  const untilTaken = (count: number) =>
    until(`the vendor to have ${count} orders`, async () => taken().length >= count, END_MS);

  /** Every order was placed once, and its generation ends like this. */
  async function allEnd(ids: readonly string[], expected: Generation['status']): Promise<void> {
    for (const id of ids) {
      const ended = until(`the end of ${id}`, () => isEnded(id), END_MS);
      expect(await ended).to.equal(expected);
    }
    expect(taken()).to.have.length(ids.length).and.to.have.members(ids);
    expect(await checkInvariants(api.deps.db.manager)).to.deep.equal([]);
  }

  async function isEnded(id: string): Promise<Generation['status'] | null> {
    const { status } = await api.deps.db.manager.findOneByOrFail(Generation, { id });
    return status === 'queued' || status === 'processing' ? null : status;
  }

  it(`of ${CLIPS}: a file that was uploaded becomes ready and an image is drawn; a restart loses none`, async () => {
    const options = { mediaDeps: { providers }, upstreamSlots: CLIPS, grace: '0s' } as const;
    const first = await start(options);
    const { customer, ids } = await orderClips(CLIPS);
    await untilTaken(CLIPS);

    const upload = await suite.signed(customer);
    await suite.put(upload, blackPng(64));
    const ready = await suite.read(customer, upload.id);
    expect(ready.body.status, 'at the first question').to.equal('ready');
    const image = await customer.client.image({ prompt: 'a fox', aspect_ratio: '1:1' });
    expect((await reached(api.deps, image.body.id, 'completed', 'failed')).status).to.equal(
      'completed',
    );

    await first.stop();
    vendor.asked.clear();
    await start(options);
    await until(
      'every order to be followed again',
      async () => vendor.asked.size === CLIPS,
      END_MS,
    );
    vendor.refuseAll();
    await allEnd(ids, 'failed');
  });

  it('that is longer than the slots: after a restart, orders that are placed go before those that wait', async () => {
    const options = { mediaDeps: { providers }, upstreamSlots: FEW.slots, grace: '0s' } as const;
    const first = await start(options);
    const { ids } = await orderClips(FEW.clips);
    await untilTaken(FEW.slots);
    await first.stop();
    vendor.asked.clear();
    await start(options);
    await until('five orders to be followed', async () => vendor.asked.size >= FEW.slots);
    expect(taken(), 'no order was placed before these').to.have.length(FEW.slots);
    vendor.fake.release();
    await allEnd(ids, 'completed');
  });
});
