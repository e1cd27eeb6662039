import { expect } from 'chai';
import { COUNTED_AT_MOST, countPending, startPending } from '../../domain/durable/relay-starts.js';
import {
  enqueueStarts,
  type StartDeps,
  type WorkflowToStart,
} from '../../domain/durable/start-workflow.js';
import { createLog } from '../../runtime/log.js';
import { freshDatabase } from '../entities/fresh-database.js';

describe('relay fairness', () => {
  const fresh = freshDatabase({ poolSize: 4 });
  afterEach(() => fresh.db.query('DELETE FROM workflow_start'));

  const job = (workflowId: string): WorkflowToStart => ({
    workflowId,
    workflowType: 'generateImage',
    accountId: 'acc_1',
    summary: 'an image',
    args: [],
    attributes: {},
  });

  function recorder() {
    const started: WorkflowToStart[] = [];
    const deps: StartDeps = {
      db: fresh.db,
      startWorkflow: async (start) => void started.push(start),
      log: createLog('test', 'silent'),
    };
    return { deps, started };
  }

  /** Inserts due rows with one statement. `keys` is SQL for the fairness key of row `n`. */
  const fill = (count: number, keys: string) =>
    fresh.db.query(
      `INSERT INTO workflow_start (workflow_id, workflow_type, args, account_id, fairness_key,
         summary, attributes, next_try_at)
       SELECT 'f' || n, 'deliverWebhook', '[]', 'acc_1', ${keys}, '', '{}',
         now() - interval '1 hour' + n * interval '1 ms'
       FROM generate_series(1, ${count}) AS n`,
    );

  it('gives each of two keys with a backlog half of a round, and starts with the rows that have been due longest', async () => {
    await fill(1_100, "CASE WHEN n <= 1000 THEN 'whk_1' ELSE 'whk_2' END");
    const { deps, started } = recorder();
    await startPending(deps);
    const of = (key: string) => started.filter(({ fairnessKey }) => fairnessKey === key);
    expect([of('whk_1').length, of('whk_2').length]).to.deep.equal([25, 25]);
    expect(of('whk_2').map(({ workflowId }) => workflowId)).to.include.members(['f1001', 'f1025']);
  });

  it('visits every key once before it returns to any key', async () => {
    await fill(600, "'whk_' || lpad((n % 150)::text, 3, '0')");
    await fresh.db.query("UPDATE workflow_start SET workflow_id = 'g' || workflow_id");
    await fill(1, "'whk_zzz'");
    const { deps, started } = recorder();
    const place = { after: '' };
    for (let round = 1; round <= 4; round += 1) await startPending(deps, place);
    const keys = started.map(({ fairnessKey }) => fairnessKey);
    expect(new Set(keys.slice(0, 150)).size).to.equal(
      150,
      'every key is visited once before a key is visited again',
    );
    expect(keys.slice(150, 151)).to.deep.equal(['whk_zzz']);
  });

  it('finds due rows behind many keys without due rows, with a bounded scan', async () => {
    await fill(2_000, "'a' || n");
    await fresh.db.query("UPDATE workflow_start SET next_try_at = now() + interval '1 hour'");
    await enqueueStarts(fresh.db.manager, [job('one'), job('two')]);
    await fresh.db.query(
      "UPDATE workflow_start SET next_try_at = now() WHERE workflow_id IN ('one', 'two')",
    );
    const { deps, started } = recorder();
    const place = { after: '' };
    expect(await startPending(deps, place)).to.equal(2);
    expect(started.map(({ workflowId }) => workflowId)).to.have.members(['one', 'two']);
    expect(place.after).to.not.equal('', 'the scan had not reached all keys');
  });

  it('never scans the table or sorts all due rows', async () => {
    await fill(20_000, "'whk_' || n % 40");
    await fresh.db.query('ANALYZE workflow_start');
    const seen: { sql: string; values: unknown[] }[] = [];
    const db = {
      query(sql: string, values: unknown[]) {
        seen.push({ sql, values });
        return fresh.db.query(sql, values);
      },
    } as unknown as StartDeps['db'];
    await startPending({ ...recorder().deps, db });
    await countPending(db);
    expect(seen.length).to.be.at.least(4);
    for (const { sql, values } of seen) {
      const plan = JSON.stringify(await fresh.db.query(`EXPLAIN (FORMAT JSON) ${sql}`, values));
      expect(plan).to.not.match(/Seq Scan|WindowAgg/, sql);
    }
  });

  it('counts waiting rows up to a limit', async () => {
    await fill(COUNTED_AT_MOST + 5, "'whk_1'");
    expect(await countPending(fresh.db)).to.equal(COUNTED_AT_MOST);
    await fresh.db.query("DELETE FROM workflow_start WHERE workflow_id <> 'f7'");
    expect(await countPending(fresh.db)).to.equal(1);
  });
});
