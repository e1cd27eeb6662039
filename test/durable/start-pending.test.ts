import { expect } from 'chai';
import { NoAnswer } from '../../domain/ports/runs.js';
import { startPending } from '../../domain/durable/relay-starts.js';
import {
  enqueueStarts,
  startNow,
  type StartDeps,
  type WorkflowToStart,
} from '../../domain/durable/start-workflow.js';
import { WorkflowStart } from '../../entities/workflow-start.js';
import { createLog } from '../../runtime/log.js';
import { freshDatabase } from '../entities/fresh-database.js';
import { until } from '../support/until.js';

const job = (workflowId: string): WorkflowToStart => ({
  workflowId,
  workflowType: 'generateImage',
  accountId: 'acc_1',
  summary: 'an image',
  args: [
    {
      generationId: workflowId,
      analyses: [],
      routes: [],
    },
  ],
  attributes: {
    AccountId: 'acc_1',
    GenerationType: 'image',
  },
});

describe('the workflow start relay', () => {
  const fresh = freshDatabase({ poolSize: 8 });
  const rows = () => fresh.db.manager.find(WorkflowStart, { order: { workflowId: 'ASC' } });
  const ids = async () => (await rows()).map(({ workflowId }) => workflowId);

  /** Inserts outbox rows that are due, in the order of their names. */
  async function due(...names: string[]) {
    for (const [index, name] of names.entries()) {
      await enqueueStarts(fresh.db.manager, [job(name)]);
      await fresh.db.query(
        "UPDATE workflow_start SET next_try_at = now() - $2 * interval '1 s' WHERE workflow_id = $1",
        [name, names.length - index],
      );
    }
  }

  function relay(startWorkflow: StartDeps['startWorkflow']): StartDeps {
    return { db: fresh.db, startWorkflow, log: createLog('test', 'silent') };
  }

  function recorder(fails: (id: string) => boolean = () => false) {
    const started: WorkflowToStart[] = [];
    const deps = relay(async (start) => {
      started.push(start);
      if (fails(start.workflowId)) throw new Error(`no answer for ${start.workflowId}`);
    });
    return { deps, started, ids: () => started.map(({ workflowId }) => workflowId) };
  }

  afterEach(() => fresh.db.query('DELETE FROM workflow_start'));

  it('starts a due row exactly as written, and deletes it', async () => {
    await due('a');
    const { deps, started } = recorder();
    expect(await startPending(deps)).to.equal(1);
    expect(started).to.deep.equal([job('a')]);
    expect(await ids()).to.be.empty;
  });

  it('skips a new row for a short time, so that its writer can start the workflow', async () => {
    await enqueueStarts(fresh.db.manager, [job('new')]);
    await due('old');
    const { deps, ids: started } = recorder();
    expect(await startPending(deps)).to.equal(1);
    expect(started()).to.deep.equal(['old']);
    const [left] = await rows();
    const wait = (left?.nextTryAt.getTime() ?? 0) - (left?.createdAt.getTime() ?? 0);
    expect([left?.workflowId, wait]).to.deep.equal(['new', 3_000]);
  });

  it('does nothing if nothing is due', async () => {
    const { deps, started } = recorder();
    expect(await startPending(deps)).to.equal(0);
    expect(started).to.be.empty;
  });

  it('never starts a row from a transaction that was rolled back', async () => {
    await fresh.db
      .transaction(async (tx) => {
        await enqueueStarts(tx, [job('rolled-back')]);
        throw new Error('refused after it');
      })
      .catch(() => undefined);
    expect(await ids()).to.be.empty;
  });

  it('takes at most 50 rows per round and reports the count, until no row is left', async () => {
    const names = Array.from({ length: 120 }, (_, index) => `w${String(index).padStart(3, '0')}`);
    await due(...names);
    const { deps, ids: started } = recorder();
    const rounds = [];
    for (let taken = 1; taken > 0; rounds.push(taken)) taken = await startPending(deps);
    expect(rounds).to.deep.equal([50, 50, 20, 0]);
    expect(started().slice(0, 50)).to.have.members(names.slice(0, 50), 'the longest due first');
    expect(started()).to.have.members(names);
    expect(await ids()).to.be.empty;
  });

  it('alternates between fairness keys, so that one endpoint cannot delay another', async () => {
    const many = Array.from({ length: 60 }, (_, index) => `many${String(index).padStart(2, '0')}`);
    await due(...many, 'one', 'two');
    await fresh.db.query(
      `UPDATE workflow_start SET fairness_key = CASE WHEN workflow_id LIKE 'many%' THEN 'whk_1'
         WHEN workflow_id = 'one' THEN 'whk_2' END`,
    );
    const { deps, started } = recorder();
    await startPending(deps);
    const first = started.map(({ workflowId }) => workflowId);
    expect(first).to.include.members(['one', 'two', 'many00']);
    expect(started.find(({ workflowId }) => workflowId === 'one')?.fairnessKey).to.equal('whk_2');
  });

  it('starts every workflow once even if relays run concurrently', async () => {
    const names = Array.from({ length: 40 }, (_, index) => `twin${index}`);
    await due(...names);
    const { deps, ids: started } = recorder();
    const taken = await Promise.all([startPending(deps), startPending(deps), startPending(deps)]);
    expect(taken.reduce((a, b) => a + b, 0)).to.equal(40);
    expect(started()).to.have.length(40).and.to.have.members(names);
  });

  it('skips a row that another relay is processing, without waiting', async () => {
    await due('locked', 'free');
    const other = fresh.db.createQueryRunner();
    await other.startTransaction();
    await other.query("SELECT 1 FROM workflow_start WHERE workflow_id = 'locked' FOR UPDATE");
    const { deps, ids: started } = recorder();
    expect(await startPending(deps)).to.equal(1);
    expect(started()).to.deep.equal(['free']);
    await other.rollbackTransaction();
    await other.release();
    expect(await ids()).to.deep.equal(['locked']);
  });

  it('does not hold a lock while it starts a workflow, and other relays skip the row', async () => {
    await due('slow');
    let release = () => {};
    const released = new Promise<void>((resolve) => (release = resolve));
    const first = recorder();
    const slow = startPending(
      relay((start) => first.deps.startWorkflow(start).then(() => released)),
    );
    await until('the start is in flight', async () => first.started.length === 1);
    const second = recorder();
    expect(await startPending(second.deps)).to.equal(0);
    await fresh.db.query(
      "SELECT 1 FROM workflow_start WHERE workflow_id = 'slow' FOR UPDATE NOWAIT",
    );
    release();
    expect(await slow).to.equal(1);
    expect(second.started).to.be.empty;
  });

  it('keeps the row of a failed start with the error, and doubles the delay up to a minute', async () => {
    await due('a');
    const { deps } = recorder(() => true);
    const waits = [];
    for (let attempt = 1; attempt <= 9; attempt += 1) {
      const [{ now }]: [{ now: Date }] = await fresh.db.query('SELECT now() AS now');
      expect(await startPending(deps)).to.equal(0);
      const [row] = await rows();
      expect(row).to.include({ attempts: attempt, lastError: 'no answer for a' });
      waits.push(Math.floor(((row?.nextTryAt.getTime() ?? 0) - now.getTime()) / 1_000));
      await fresh.db.query("UPDATE workflow_start SET next_try_at = now() - interval '1 s'");
    }
    expect(waits).to.deep.equal([1, 2, 4, 8, 16, 32, 60, 60, 60]);
    const { deps: well } = recorder();
    expect(await startPending(well)).to.equal(1);
    expect(await ids()).to.be.empty;
  });

  it('does not count a failure of a row if Temporal did not respond to any row in that round', async () => {
    await due('a', 'b');
    const silent = relay(() => Promise.reject(new NoAnswer('deadline exceeded')));
    for (let round = 1; round <= 8; round += 1) expect(await startPending(silent)).to.equal(0);
    const left = await rows();
    expect(left.map(({ attempts, lastError }) => [attempts, lastError])).to.deep.equal([
      [0, 'deadline exceeded'],
      [0, 'deadline exceeded'],
    ]);
    const { deps, ids: started } = recorder();
    expect(await startPending(deps), 'both are due as soon as it answers').to.equal(2);
    expect(started()).to.have.members(['a', 'b']);
  });

  it('delays the only row without a response, and starts the other rows', async () => {
    await due('a', 'b');
    const deps = relay(async ({ workflowId }) => {
      if (workflowId === 'a') throw new NoAnswer('deadline exceeded');
    });
    expect(await startPending(deps)).to.equal(1);
    const [left] = await rows();
    expect(left).to.include({ workflowId: 'a', attempts: 1, lastError: 'deadline exceeded' });
    expect(await startPending(recorder().deps), 'it is not due yet').to.equal(0);
  });

  it('truncates a long error', async () => {
    await due('a');
    await startPending(relay(() => Promise.reject(new Error('x'.repeat(5_000)))));
    expect((await rows())[0]?.lastError).to.have.length(500);
  });

  it('keeps only the row of a failed start, and starts the other rows', async () => {
    const names = ['a', 'b', 'c', 'd'];
    await due(...names);
    let calls = 0;
    const { deps, started } = recorder(() => (calls += 1) === 2);
    expect(await startPending(deps)).to.equal(3);
    expect(started).to.have.length(4);
    const left = await rows();
    expect(left).to.have.length(1);
    expect(left[0]?.lastError).to.be.a('string');
    await fresh.db.query("UPDATE workflow_start SET next_try_at = now() - interval '1 s'");
    expect(await startPending(recorder().deps)).to.equal(1);
  });

  describe('with an immediate start', () => {
    it('deletes the row once the workflow has started', async () => {
      await enqueueStarts(fresh.db.manager, [job('now')]);
      const { deps, started } = recorder();
      await startNow(deps, [job('now')]);
      expect(started).to.have.length(1);
      await until('the row is deleted', async () => (await ids()).length === 0);
    });

    it('never rejects, and keeps the rows of failed starts for the relay', async () => {
      await enqueueStarts(fresh.db.manager, [job('later')]);
      await startNow(recorder(() => true).deps, [job('later')]);
      expect(await ids()).to.deep.equal(['later']);
    });

    it('never rejects, not even if the database fails after the start', async () => {
      const { deps, started } = recorder();
      const db = { query: () => Promise.reject(new Error('away')) } as unknown as StartDeps['db'];
      await startNow({ ...deps, db }, [job('gone')]);
      expect(started).to.have.length(1);
    });
  });
});
