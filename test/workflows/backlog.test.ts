import { expect } from 'chai';
import { PRIORITY, QUEUES } from '../../domain/catalogue/queues.js';
import { checkInvariants } from '../../domain/ledger/invariants.js';
import {
  JobFailed,
  type GenerationProvider,
  type UpstreamRef,
} from '../../domain/ports/provider.js';
import { Generation } from '../../entities/generation.js';
import { UploadSuite } from '../api/uploads-rig.js';
import { blackPng } from '../media/inspection/made.js';
import { buildCustomer, type Customer } from '../support/accounts.js';
import { queuedFake, type QueuedFake } from '../support/queued-fake.js';
import { until } from '../support/until.js';
import { usePlatform } from '../support/use-platform.js';
import { startWorkers, type TestWorkers } from '../support/workers.js';
import { reached, SHORT_CLIP } from './pipeline.js';

/** Number of clips that a vendor keeps running until the test releases them. */
const CLIPS = 200;
/** Case with more clips than slots. */
const FEW = { slots: 5, clips: 20 };
/** Poll interval of the vendor. */
const POLL_MS = { image: 1_000, video: 1_000 };
const END_MS = 300_000;
/** TASK_QUEUE_TYPE_ACTIVITY in Temporal's API. */
const ACTIVITIES = 2;

/** Vendor that generates only clips, so that the local renderer draws the pictures. */
interface SlowVendor {
  readonly fake: QueuedFake;
  readonly provider: GenerationProvider;
  /** Ids of the generations whose orders were polled. */
  readonly asked: Set<string>;
  /** Makes every order fail from now on. */
  refuseAll(): void;
}

function slowVendor(): SlowVendor {
  const fake = queuedFake('kie');
  const asked = new Set<string>();
  let refuses = false;
  const poll = async (ref: UpstreamRef, signal: AbortSignal) => {
    const number = Number(String(ref['ref']).split('-')[1]);
    asked.add(fake.taken[number - 1]?.generationId ?? '');
    if (refuses) throw new JobFailed('content_blocked', 'Refused by a filter.', 422);
    return fake.poll(ref, signal);
  };
  const serves = (model: string) => !model.includes('banana');
  const refuseAll = () => void (refuses = true);
  return { fake, asked, refuseAll, provider: { ...fake, serves, poll, pollEveryMs: POLL_MS } };
}

describe('a backlog of clips at a vendor', function () {
  this.timeout(3 * END_MS);
  const suite = new UploadSuite();
  let vendor: SlowVendor;
  const providers = new Map<string, GenerationProvider>();
  const api = usePlatform({
    change(deps) {
      for (const [name, provider] of deps.providers) providers.set(name, provider);
      return { ...deps, providers };
    },
    workers: { media: false },
  });
  suite.api = api;
  const running: TestWorkers[] = [];
  beforeEach(() => {
    vendor = slowVendor();
    providers.set('kie', vendor.provider);
  });
  afterEach(() => Promise.all(running.splice(0).map((workers) => workers.stop())));

  /** Starts the media workers, whose steps are aborted immediately when they stop. */
  async function startMedia(upstreamSlots: number): Promise<TestWorkers> {
    const mediaDeps = { providers };
    const options = { orchestrator: false, mediaDeps, upstreamSlots, grace: '0s' } as const;
    const workers = await startWorkers(api.deps, options);
    running.push(workers);
    return workers;
  }

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

  const placed = () => vendor.fake.taken.map(({ generationId }) => generationId);
  const untilPlaced = (count: number) =>
    until(`the vendor has ${count} orders`, async () => placed().length >= count, END_MS);

  /** Reads the priority of the step for which a run waits. */
  async function priorityOf(id: string): Promise<number | null | undefined> {
    const { raw } = await api.deps.temporal.client.workflow.getHandle(id).describe();
    return raw.pendingActivities?.[0]?.priority?.priorityKey;
  }

  /**
   * Counts the queued work of a priority. A step that was just scheduled may not be in the queue
   * yet.
   */
  async function queued(priority: number): Promise<number> {
    const { client } = api.deps.temporal;
    const { statsByPriorityKey } = await client.workflowService.describeTaskQueue({
      namespace: client.options.namespace,
      taskQueue: { name: QUEUES.upstream },
      // oxlint-disable-next-line typescript/no-unsafe-enum-assignment -- the SDK exports no name for it
      taskQueueType: ACTIVITIES,
      reportStats: true,
    });
    return Number(statsByPriorityKey?.[priority]?.approximateBacklogCount ?? 0);
  }

  /**
   * Restarts the media workers.
   * @returns ids of the generations whose orders were already placed
   */
  async function restart(workers: TestWorkers, slots: number): Promise<string[]> {
    await workers.stop();
    const before = placed();
    for (const id of before) {
      const again = async () => (await priorityOf(id)) === PRIORITY.underWay;
      await until(`the step of ${id} is scheduled again`, again, END_MS);
    }
    const known = async () => (await queued(PRIORITY.underWay)) >= before.length;
    await until('the queue contains all steps', known, END_MS);
    vendor.asked.clear();
    await startMedia(slots);
    return before;
  }

  /** Expects that each order was placed once, and that its generation has this status. */
  async function allEnd(ids: readonly string[], expected: Generation['status']): Promise<void> {
    for (const id of ids) {
      const ended = until(`${id} has ended`, () => endOf(id), END_MS);
      expect(await ended).to.equal(expected);
    }
    expect(placed()).to.have.length(ids.length).and.to.have.members(ids);
    expect(await checkInvariants(api.deps.db.manager)).to.deep.equal([]);
  }

  async function endOf(id: string): Promise<Generation['status'] | null> {
    const { status } = await api.deps.db.manager.findOneByOrFail(Generation, { id });
    return status === 'queued' || status === 'processing' ? null : status;
  }

  it('is resumed after a restart before other orders are placed, even if there are more clips than slots', async () => {
    const media = await startMedia(FEW.slots);
    const { ids } = await orderClips(FEW.clips);
    await untilPlaced(FEW.slots);
    const before = await restart(media, FEW.slots);
    await until('five orders are polled', async () => vendor.asked.size >= FEW.slots);
    expect(placed(), 'no other order was placed').to.deep.equal(before);
    vendor.fake.release();
    await allEnd(ids, 'completed');
  });

  it(`does not delay uploads and images with ${CLIPS} clips, and does not lose an order in a restart`, async () => {
    const media = await startMedia(CLIPS);
    const { customer, ids } = await orderClips(CLIPS);
    await untilPlaced(CLIPS);

    const upload = await suite.signed(customer);
    await suite.put(upload, blackPng(64));
    const ready = await suite.read(customer, upload.id);
    expect(ready.body.status, 'at the first read').to.equal('ready');
    const image = await customer.client.image({ prompt: 'a fox', aspect_ratio: '1:1' });
    const { status } = await reached(api.deps, image.body.id, 'completed', 'failed');
    expect(status).to.equal('completed');

    await restart(media, CLIPS);
    await until('every order is polled', async () => vendor.asked.size >= CLIPS, END_MS);
    vendor.refuseAll();
    await allEnd(ids, 'failed');
  });
});
