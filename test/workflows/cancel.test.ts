import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { buildGenerationWorkflow } from '../../domain/generations/generation-workflow.js';
import { fakeProvider } from '../support/provider-fake.js';
import { closingOf, eventsOf, typesOf } from '../support/recorder.js';
import { replayRig } from '../support/replay-rig.js';
import { until } from '../support/until.js';
import { accounting, ended, order, paid, PRICE, reached, refunded } from './pipeline.js';
import { usePlatform, workersOfEachTest } from '../support/use-platform.js';

describe('cancelling a generation', () => {
  const rig = replayRig();
  const provider = fakeProvider();
  const mediaDeps = { providers: new Map([[provider.name, provider]]) };
  const api = usePlatform({ change: rig.watch });
  afterEach(() => provider.release());
  const startSome = workersOfEachTest(api);
  /**
   * Starts orchestrator and media workers separately, because the outcome depends on which of them
   * run.
   */
  const start = (which: { media: boolean; orchestrator: boolean }) =>
    startSome({ ...which, mediaDeps });

  const history = async (id: string) => typesOf(await eventsOf(api.deps.temporal.client, id));
  const calledFor = (id: string) => provider.calls.filter((job) => job.generationId === id);
  const closed = (id: string) => closingOf(api.deps, id);

  /**
   * Retries after a 503: a cancel request waits 5 s for a worker, but a busy machine may start the
   * worker later.
   */
  const answered = <T extends { status: number }>(send: () => Promise<T>) =>
    until('the response is not 503', async () => {
      const answer = await send();
      return answer.status !== 503 && answer;
    });

  it('refunds it while queued, and media workers never run it', async () => {
    await start({ orchestrator: true, media: false });
    const wanted = await order(api, 'a fox');
    await until('the first step waits for a media worker', async () =>
      (await history(wanted.id)).includes('ACTIVITY_TASK_SCHEDULED'),
    );
    const answer = await wanted.client.call('POST', `/v1/generations/${wanted.id}/cancel`);
    expect(answer.status, answer.text).to.equal(200);
    const body = await ended(api, wanted);
    expect(answer.body).to.deep.equal(body);
    expect(body).to.include({ status: 'cancelled', refunded_credits: PRICE });
    expect(body.error?.code).to.equal('CANCELLED');
    expect(await closed(wanted.id)).to.equal('COMPLETED cancelled');

    await start({ orchestrator: false, media: true });
    const later = await order(api, 'a later fox');
    expect((await ended(api, later)).status).to.equal('completed');
    expect(calledFor(later.id)).to.have.length(1);
    expect(calledFor(wanted.id)).to.have.length(0);
    const types = await history(wanted.id);
    console.log(`      a cancelled picture: ${types.length} events`);
    expect(types).not.to.include('ACTIVITY_TASK_STARTED');
    expect(types).not.to.include('WORKFLOW_TASK_FAILED');
    expect(await accounting(api.deps, wanted)).to.deep.equal(refunded(wanted.id, 'cancelled'));
  });

  it('returns 409 once a worker has claimed it, and it then completes', async () => {
    await start({ orchestrator: true, media: true });
    provider.hold();
    const wanted = await order(api, 'a fox');
    const row = await reached(api.deps, wanted.id, 'processing');
    const path = `/v1/generations/${wanted.id}/cancel`;
    const answer = await wanted.client.refused('POST', path);
    expect(answer.status).to.equal(409);
    expect(answer.body.error).to.deep.include({
      code: 'CONFLICT',
      details: { status: 'processing' },
    });
    const { accountId } = wanted.account;
    const claim = { accountId, key: 'direct', fingerprint: 'direct' };
    const again = buildGenerationWorkflow(row, accountId, { analyses: [], routes: [] });
    expect(await api.deps.temporal.cancel(again, { claim }, 'cancel-direct')).to.equal(
      'not_queued',
    );
    provider.release();
    expect((await ended(api, wanted)).status).to.equal('completed');
    expect(await accounting(api.deps, wanted)).to.deep.equal(paid(wanted.id));
  });

  it('joins two requests with one Idempotency-Key into one update with the same response', async () => {
    const wanted = await order(api, 'a fox');
    const cancel = { idem: randomUUID() };
    const path = `/v1/generations/${wanted.id}/cancel`;
    // No worker runs yet, so both requests wait when the orchestrator starts.
    const both = [1, 2].map(() => answered(() => wanted.client.call('POST', path, cancel)));
    await start({ orchestrator: true, media: false });
    const [one, two] = await Promise.all(both);
    expect(one?.status, one?.text).to.equal(200);
    expect(two?.status, two?.text).to.equal(200);
    expect(two?.text).to.equal(one?.text);
    expect(await closed(wanted.id)).to.equal('COMPLETED cancelled');
    const updates = (await history(wanted.id)).filter((type) => type.includes('UPDATE_ACCEPTED'));
    expect(updates).to.have.length(1);
    expect(await accounting(api.deps, wanted)).to.deep.equal(refunded(wanted.id, 'cancelled'));
  });

  it('returns 200 and 409 to two requests with different keys, with one refund', async () => {
    const wanted = await order(api, 'a fox');
    const path = `/v1/generations/${wanted.id}/cancel`;
    const both = [1, 2].map(() => {
      const cancel = { idem: randomUUID() };
      return answered(() => wanted.client.call('POST', path, cancel));
    });
    await start({ orchestrator: true, media: false });
    const statuses = (await Promise.all(both)).map(({ status }) => status);
    expect(statuses.toSorted()).to.deep.equal([200, 409]);
    expect(await closed(wanted.id)).to.equal('COMPLETED cancelled');
    expect(await accounting(api.deps, wanted)).to.deep.equal(refunded(wanted.id, 'cancelled'));
  });
});
