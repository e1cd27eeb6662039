import { MockActivityEnvironment } from '@temporalio/testing';
import { expect } from 'chai';
import { reconcileRows } from '../../domain/operator/reconcile.js';
import { countStuck, listStuck } from '../../domain/operator/stuck-rows.js';
import type { RunState, Runs } from '../../domain/ports/runs.js';
import { createReconcileActivities } from '../../activities/reconcile.js';
import { createDeps, type Deps } from '../../runtime/deps.js';
import { parseEnv } from '../../runtime/env.js';
import { findFreePort } from '../../supervisor/find-free-port.js';
import { freshDatabase } from '../entities/fresh-database.js';
import { buildAccount } from '../support/accounts.js';
import { testEnv } from '../support/platform.js';
import { QUIET } from '../support/workers.js';

const AFTER = 600;

describe('a reconciler round', () => {
  const fresh = freshDatabase();
  let made: Deps;
  let asked: string[] = [];
  const states = new Map<string, RunState>();
  const runs: Runs = {
    async readStates(ids) {
      asked.push(...ids);
      return ids.map((id) => states.get(id) ?? 'open');
    },
  };
  const deps = (): Deps => ({ ...made, db: fresh.db, runs });
  const round = (options: { pageLength?: number; pagesMax?: number } = {}, own = deps()) =>
    reconcileRows(own, {
      afterSeconds: AFTER,
      signal: new AbortController().signal,
      ...options,
    });

  before(async () => {
    made = await createDeps(parseEnv(testEnv()), 'orchestrator');
  });
  after(() => made.close());
  beforeEach(async () => {
    asked = [];
    states.clear();
    for (const table of ['generation', 'workflow_start', 'sweep_place']) {
      await fresh.db.query(`DELETE FROM ${table}`);
    }
  });

  /** Inserts queued generations by name, with their age in minutes. They cost no credits. */
  async function generations(ages: Readonly<Record<string, number>>): Promise<void> {
    const { accountId, keyId } = await buildAccount(fresh.db);
    for (const [id, minutes] of Object.entries(ages)) {
      await fresh.db.query(
        `INSERT INTO generation
           (id, account_id, key_id, type, model, status, credits, request, created_at)
         VALUES ($1, $2, $3, 'image', 'm', 'queued', 0,
           '{"prompt": "a fox", "aspect_ratio": "1:1", "resolution": "1K", "edit": false}',
           now() - $4 * interval '1 min')`,
        [id, accountId, keyId, minutes],
      );
    }
  }
  const failed = async () => {
    const rows: { id: string }[] = await fresh.db.query(
      "SELECT id FROM generation WHERE status = 'failed' ORDER BY id",
    );
    return rows.map(({ id }) => id);
  };

  it('queries only rows that are old enough and already started', async () => {
    await generations({ gen_old: 11, gen_young: 9, gen_unstarted: 11 });
    await fresh.db.query(
      `INSERT INTO workflow_start
         (workflow_id, workflow_type, args, account_id, summary, attributes, next_try_at)
       VALUES ('gen_unstarted', 'generateImage', '[]', 'acc_1', '', '{}', now())`,
    );
    for (const id of ['gen_old', 'gen_young', 'gen_unstarted']) states.set(id, 'missing');
    const { generations: done } = await round();
    expect(done).to.deep.equal({ checked: 1, settled: 1, unanswered: 0 });
    expect(asked).to.deep.equal(['gen_old']);
    expect(await failed()).to.deep.equal(['gen_old']);
  });

  it('ends rows whose run completed, ended or is missing, but not rows whose run is open or unknown', async () => {
    const all: RunState[] = [
      'open',
      'completed',
      'failed',
      'cancelled',
      'ended',
      'missing',
      'unknown',
    ];
    await generations(Object.fromEntries(all.map((state) => [`gen_${state}`, 11])));
    for (const state of all) states.set(`gen_${state}`, state);
    const { generations: done } = await round();
    expect(done).to.deep.equal({ checked: 7, settled: 5, unanswered: 1 });
    expect(await failed()).to.deep.equal([
      'gen_cancelled',
      'gen_completed',
      'gen_ended',
      'gen_failed',
      'gen_missing',
    ]);
  });

  it('takes a limited number of rows, and the next round continues after them', async () => {
    await generations({ gen_a: 60, gen_b: 50, gen_c: 40, gen_d: 30, gen_e: 20 });
    states.set('gen_e', 'missing');
    for (const checked of [2, 2, 1]) {
      expect((await round({ pageLength: 2, pagesMax: 1 })).generations.checked).to.equal(checked);
    }
    expect(asked).to.deep.equal(['gen_a', 'gen_b', 'gen_c', 'gen_d', 'gen_e']);
    expect(await failed()).to.deep.equal(['gen_e']);
    await round({ pageLength: 2 });
    expect(asked.slice(5), 'from the oldest again').to.deep.equal([
      'gen_a',
      'gen_b',
      'gen_c',
      'gen_d',
    ]);
  });

  it('changes nothing and keeps its position if Temporal does not respond to any query', async () => {
    await generations({ gen_a: 60, gen_b: 50, gen_c: 40 });
    for (const id of ['gen_a', 'gen_b', 'gen_c']) states.set(id, 'unknown');
    const { generations: done } = await round({ pageLength: 2 });
    expect(done).to.deep.equal({ checked: 2, settled: 0, unanswered: 2 });
    expect(await failed()).to.deep.equal([]);
    asked = [];
    await round({ pageLength: 2 });
    expect(asked).to.deep.equal(['gen_a', 'gen_b']);
  });

  it('continues after a row that cannot be ended', async () => {
    await generations({ gen_a: 60, gen_b: 50 });
    for (const id of ['gen_a', 'gen_b']) states.set(id, 'missing');
    let first = true;
    const startsBadly = {
      ...deps(),
      pass: () => {
        if (!first) return;
        first = false;
        throw new Error('a fault, once');
      },
    };
    expect((await round({}, startsBadly)).generations.settled).to.equal(1);
    expect(await failed()).to.deep.equal(['gen_b']);
    await round();
    expect(await failed()).to.deep.equal(['gen_a', 'gen_b']);
  });

  it('marks an open row as seen, so that it counts as stuck only if later rounds do not see it', async () => {
    await generations({ gen_alive: 60, gen_unseen: 60 });
    states.set('gen_unseen', 'unknown');
    expect(await countStuck(fresh.db, 'generation', AFTER)).to.equal(2);
    await round();
    expect(await countStuck(fresh.db, 'generation', AFTER)).to.equal(1);
    expect(await listStuck(fresh.db.manager, 'generation', AFTER, 10)).to.have.length(1);
    const [before] = await fresh.db.query(
      'SELECT run_seen_at AS at FROM generation WHERE id = $1',
      ['gen_alive'],
    );
    await round();
    const [after] = await fresh.db.query('SELECT run_seen_at AS at FROM generation WHERE id = $1', [
      'gen_alive',
    ]);
    expect(after, 'a fresh mark is not written again').to.deep.equal(before);
    await fresh.db.query("UPDATE generation SET run_seen_at = now() - interval '17 min'");
    expect(await countStuck(fresh.db, 'generation', AFTER)).to.equal(2);
  });

  it('settles nothing if Temporal does not respond or the namespace does not exist', async () => {
    await generations({ gen_a: 60 });
    const wrongs: Record<string, string>[] = [
      { TEMPORAL_ADDRESS: `127.0.0.1:${await findFreePort(0)}` },
      { TEMPORAL_NAMESPACE: 'no-such-namespace' },
    ];
    for (const wrong of wrongs) {
      const other = await createDeps(parseEnv(testEnv(wrong)), 'orchestrator');
      try {
        const { generations: done } = await round({}, { ...deps(), runs: other.runs });
        expect(done).to.deep.equal({ checked: 1, settled: 0, unanswered: 1 });
      } finally {
        await other.close();
      }
    }
    expect(await failed()).to.deep.equal([]);
  });

  it("settles nothing if Temporal does not know the round's own run", async () => {
    await generations({ gen_a: 60 });
    states.set('gen_a', 'missing');
    const time = { startToCloseTimeoutMs: 120_000 };
    const run = (own: Deps) =>
      new MockActivityEnvironment(time, { logger: QUIET }).run(() =>
        createReconcileActivities(own).reconcileRows(),
      );
    expect(await run({ ...deps(), runs: made.runs })).to.equal(null);
    expect(await failed()).to.deep.equal([]);
    expect(await run(deps())).to.have.nested.property('generations.settled', 1);
  });
});
