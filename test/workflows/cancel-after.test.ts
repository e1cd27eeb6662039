import type { TestWorkflowEnvironment } from '@temporalio/testing';
import { expect } from 'chai';
import { fakeProvider } from '../support/provider-fake.js';
import { closingOf, eventsOf, typesOf } from '../support/recorder.js';
import { replayRig } from '../support/replay-rig.js';
import { startTimeSkipping, timeSkippingEnv } from '../support/time-skipping.js';
import { until } from '../support/until.js';
import { usePlatform, workersOfEachTest } from '../support/use-platform.js';
import {
  accounting,
  ended,
  order,
  orderClip,
  paid,
  PRICE,
  reached,
  refunded,
  shape,
  type Order,
} from './pipeline.js';

const HOUR_SECONDS = 3_600;
/** These seconds pass in real time. A worker claims a generation in less time. */
const SOON_SECONDS = 8;

describe('Cancel-After (time-skipping server)', () => {
  const rig = replayRig();
  const provider = fakeProvider();
  const mediaDeps = { providers: new Map([[provider.name, provider]]) };
  let env: TestWorkflowEnvironment;
  const api = usePlatform({
    async env() {
      env = await startTimeSkipping();
      return timeSkippingEnv(env);
    },
    change: rig.watch,
    end: () => env.teardown(),
  });
  afterEach(() => provider.release());
  const start = workersOfEachTest(api);

  /** Builds the header for a time on the server's clock, which is ahead after skipped waits. */
  const after = async (seconds: number) => {
    const aheadMs = (await env.currentTimeMs()) - Date.now();
    return { 'Cancel-After': String(Math.round(aheadMs / 1_000) + seconds) };
  };
  const orderFox = async (seconds: number) => order(api, 'a fox', await after(seconds));
  const result = (id: string) => closingOf({ temporal: env }, id);
  const history = async (id: string) => typesOf(await eventsOf(api.deps.temporal.client, id));
  const calledFor = ({ id }: Order) => provider.calls.filter((job) => job.generationId === id);
  const scheduled = ({ id }: Order) =>
    until('the first step waits for a worker', async () =>
      (await history(id)).includes('ACTIVITY_TASK_SCHEDULED'),
    );

  async function expectOverdue(wanted: Order): Promise<void> {
    expect(await result(wanted.id)).to.equal('COMPLETED cancelled');
    const body = await ended(api, wanted);
    expect(body).to.include({ status: 'cancelled', refunded_credits: body.credits });
    expect(body.error?.code).to.equal('CANCELLED');
    expect(body.error?.message).to.include('Cancel-After');
    expect(body.timeline).to.deep.equal([]);
    expect(await accounting(api.deps, wanted)).to.deep.equal(refunded(wanted.id, 'cancelled'));
    expect(calledFor(wanted)).to.deep.equal([]);
    const types = await history(wanted.id);
    expect(types).not.to.include('ACTIVITY_TASK_STARTED');
    expect(types).not.to.include('WORKFLOW_TASK_FAILED');
  }

  it('cancels and refunds an image and a video if workers do not take them in time', async () => {
    await start({ media: false });
    const headers = await after(HOUR_SECONDS / 6);
    const image = await order(api, 'a fox', headers);
    const clip = await orderClip(api, 'a fox', {}, headers);
    await Promise.all([scheduled(image), scheduled(clip)]);
    const { createdAt } = await reached(api.deps, image.id, 'queued');
    const cancelAt = createdAt.getTime() + Number(headers['Cancel-After']) * 1_000;
    // Both runs wait for a worker. The server skips time only while a client waits for each of
    // them, and the last seconds pass in real time.
    const endings = [result(image.id), result(clip.id)];
    await env.sleep(cancelAt - (await env.currentTimeMs()) - 2_000);
    expect((await reached(api.deps, image.id, 'queued')).status).to.equal('queued');
    await Promise.all(endings);
    await expectOverdue(image);
    await expectOverdue(clip);
    expect(await history(image.id)).to.include('TIMER_FIRED');
  });

  it('cancels a run that begins too late, without scheduling a step', async () => {
    const wanted = await orderFox(1);
    await env.sleep(2_000);
    await start({ mediaDeps });
    await expectOverdue(wanted);
    const types = await history(wanted.id);
    expect(types).not.to.include('ACTIVITY_TASK_SCHEDULED');
    expect(types).not.to.include('TIMER_STARTED');
  });

  it('does not cancel a generation that has begun, and notes this in its timeline', async () => {
    await start({ mediaDeps });
    provider.hold();
    const wanted = await orderFox(SOON_SECONDS);
    await reached(api.deps, wanted.id, 'processing');
    await env.sleep(SOON_SECONDS * 1_000);
    await until('the timeline has the entry', async () => {
      const { body } = await wanted.client.get(`/v1/generations/${wanted.id}`);
      return body.timeline.length > 0;
    });
    provider.release();
    expect(await result(wanted.id)).to.equal('COMPLETED completed');
    const body = await ended(api, wanted);
    expect(shape(body)).to.deep.equal(['queue fallback null']);
    expect(body.timeline[0]?.message).to.equal(
      'Cancel-After came too late: the generation had already begun.',
    );
    expect(await accounting(api.deps, wanted)).to.deep.equal(paid(wanted.id));
  });

  it('does not change a generation that ends before the cancel time', async () => {
    await start({ mediaDeps });
    const wanted = await orderFox(HOUR_SECONDS);
    expect(await result(wanted.id)).to.equal('COMPLETED completed');
    expect((await ended(api, wanted)).timeline).to.deep.equal([]);
    expect(await history(wanted.id)).not.to.include('TIMER_FIRED');
    expect(await accounting(api.deps, wanted)).to.deep.equal(paid(wanted.id));
  });

  it('has no effect after the client has cancelled, so there is only one refund', async () => {
    await start({ media: false });
    const wanted = await orderFox(HOUR_SECONDS);
    await scheduled(wanted);
    const path = `/v1/generations/${wanted.id}/cancel`;
    const answer = await wanted.client.call('POST', path);
    expect(answer.status, answer.text).to.equal(200);
    expect(await result(wanted.id)).to.equal('COMPLETED cancelled');
    const body = await ended(api, wanted);
    expect(body).to.include({ status: 'cancelled', refunded_credits: PRICE });
    expect(body.error?.message).not.to.include('Cancel-After');
    expect(await history(wanted.id)).not.to.include('TIMER_FIRED');
    expect(await accounting(api.deps, wanted)).to.deep.equal(refunded(wanted.id, 'cancelled'));
  });
});
