import { expect } from 'chai';
import { PRIORITY } from '../../domain/catalogue/queues.js';
import { startPending } from '../../domain/durable/relay-starts.js';
import { fakeProvider } from '../support/provider-fake.js';
import { closingOf, eventsOf, typesOf } from '../support/recorder.js';
import { replayRig } from '../support/replay-rig.js';
import { until } from '../support/until.js';
import {
  accounting,
  ended,
  failingPuts,
  order,
  paid,
  PRICE,
  reached,
  refunded,
  shape,
} from './pipeline.js';
import { usePlatform, workersOfEachTest } from '../support/use-platform.js';

interface Scheduled {
  readonly activityType: { readonly name: string };
  readonly priority: { readonly priorityKey: number };
}

describe('generateImage with interruptions', () => {
  const rig = replayRig();
  const provider = fakeProvider();
  const providers = new Map([[provider.name, provider]]);
  /**
   * While true, the response to every start is lost: Temporal starts the run, but the caller gets
   * an error.
   */
  let loseAnswers = false;

  const api = usePlatform({
    // Rounds of the relay would also start what earlier test files left, which no worker here runs.
    begin: () => api.deps.db.query('DELETE FROM workflow_start'),
    change(deps) {
      const watched = rig.watch(deps);
      return {
        ...watched,
        async startWorkflow(start) {
          await watched.startWorkflow(start);
          if (loseAnswers) throw new Error('the answer was lost');
        },
      };
    },
  });
  afterEach(() => {
    loseAnswers = false;
    provider.release();
  });
  const start = workersOfEachTest(api);

  const handleOf = (id: string) => api.deps.temporal.client.workflow.getHandle(id);
  const history = (id: string) => eventsOf(api.deps.temporal.client, id);
  const outbox = (id: string): Promise<unknown[]> =>
    api.deps.db.query('SELECT 1 FROM workflow_start WHERE workflow_id = $1', [id]);

  /** Runs rounds of the relay without pauses, until it has handled this row. */
  const relayed = (id: string) =>
    until('the relay has started the run and deleted its row', async () => {
      const due = `UPDATE workflow_start SET next_try_at = now() - interval '1 s' WHERE workflow_id = $1`;
      await api.deps.db.query(due, [id]);
      await startPending(api.deps);
      return (await outbox(id)).length === 0;
    });

  it('fails and refunds if an operator cancels the run', async () => {
    await start({ mediaDeps: { providers } });
    provider.hold();
    const wanted = await order(api, 'a fox');
    await reached(api.deps, wanted.id, 'processing');
    await handleOf(wanted.id).cancel();
    const body = await ended(api, wanted);
    expect(body).to.include({ status: 'failed', refunded_credits: PRICE });
    expect(body.error?.code).to.equal('UNKNOWN');
    expect(body.timeline.at(-1)?.message).to.include('operator');
    expect(await closingOf(api.deps, wanted.id)).to.equal('CANCELED');
    const { typedSearchAttributes } = await handleOf(wanted.id).describe();
    const outcome = typedSearchAttributes.getAll().find(({ key }) => key.name === 'Outcome');
    expect(outcome?.value).to.equal('failed');
    expect(await accounting(api.deps, wanted)).to.deep.equal(refunded(wanted.id, 'failed'));
  });

  it('completes exactly once and schedules its step again when its workers are replaced', async () => {
    const first = await start({ grace: '0s' });
    const wanted = await order(api, 'a red fox simulate:slow=2');
    await reached(api.deps, wanted.id, 'processing');
    await first.stop();
    await start();
    const body = await ended(api, wanted);
    expect(body.status, JSON.stringify(body)).to.equal('completed');
    expect(await handleOf(wanted.id).result()).to.equal('completed');
    const events = await history(wanted.id);
    const scheduled = events
      .map((event) => event['activityTaskScheduledEventAttributes'] as Scheduled | undefined)
      .flatMap((one) => (one ? [`${one.activityType.name} ${one.priority.priorityKey}`] : []));
    expect(scheduled).to.deep.equal([
      `generateImage ${PRIORITY.waiting}`,
      `generateImage ${PRIORITY.underWay}`,
    ]);
    expect(body.timeline, 'callers see no lost worker').to.deep.equal([]);
    expect(
      typesOf(events).filter((type) => type === 'WORKFLOW_EXECUTION_COMPLETED'),
    ).to.have.length(1);
    expect(await accounting(api.deps, wanted)).to.deep.equal(paid(wanted.id));
  });

  it('runs only once if the relay starts a run that the request had already started', async () => {
    loseAnswers = true;
    const wanted = await order(api, 'a fox');
    loseAnswers = false;
    expect(await outbox(wanted.id)).to.have.length(1);
    const { runId } = await handleOf(wanted.id).describe();
    await relayed(wanted.id);
    await start({ mediaDeps: { providers } });
    expect((await ended(api, wanted)).status).to.equal('completed');
    expect((await handleOf(wanted.id).describe()).runId).to.equal(runId);
    expect(await accounting(api.deps, wanted)).to.deep.equal(paid(wanted.id));
  });

  it('does not run again if the relay starts the run after it has ended', async () => {
    await start({ mediaDeps: { providers } });
    loseAnswers = true;
    const wanted = await order(api, 'a fox');
    loseAnswers = false;
    expect(await handleOf(wanted.id).result()).to.equal('completed');
    await relayed(wanted.id);
    expect(provider.calls.filter(({ generationId }) => generationId === wanted.id)).to.have.length(
      1,
    );
    expect(await accounting(api.deps, wanted)).to.deep.equal(paid(wanted.id));
  });

  it('retries only storage if the store fails two writes', async () => {
    let left = 2;
    const store = failingPuts(api.deps.store, (key) => key.startsWith('outputs/') && left-- > 0);
    await start({ mediaDeps: { providers, store } });
    const wanted = await order(api, 'a fox');
    const body = await ended(api, wanted);
    expect(body.status, JSON.stringify(body)).to.equal('completed');
    expect(shape(body)).to.deep.equal(['storage retried null', 'storage retried null']);
    expect(provider.calls.filter(({ generationId }) => generationId === wanted.id)).to.have.length(
      1,
    );
    expect(await accounting(api.deps, wanted)).to.deep.equal(paid(wanted.id));
  });
});
