import { expect } from 'chai';
import type { DataSource } from 'typeorm';
import { createDataSource } from '../../entities/data-source.js';
import { createQueues } from '../../runtime/process-queues.js';
import { testServers } from '../support/hooks.js';
import { until } from '../support/until.js';
import { WatchedTurns } from '../support/watched-turns.js';
import { ApiSuite, registerSuite, type Customer } from './suite.js';

const REQUESTS = 40;

const COUNT_WAITING = `
SELECT count(*)::int AS waiting FROM pg_stat_activity
WHERE datname = current_database() AND wait_event_type = 'Lock'`;

describe('a locked account row', () => {
  const suite = registerSuite(new ApiSuite(), {
    change: (deps) => ({ ...deps, accountTurns: createQueues().accountTurns }),
  });
  let other: DataSource;

  before(async () => {
    other = await createDataSource(testServers().databaseUrl, 2).initialize();
  });

  after(() => other.destroy());

  /** Locks the row of an account during the work. */
  async function whileLocked(accountId: string, work: () => Promise<void>): Promise<void> {
    await other.transaction(async (tx) => {
      await tx.query('SELECT 1 FROM account WHERE id = $1 FOR UPDATE', [accountId]);
      await work();
    });
  }

  const waiting = async (): Promise<number> => {
    const [row] = await other.query(COUNT_WAITING);
    return row.waiting;
  };

  it('delays only requests of that account, and each of them gets a response', async () => {
    const raised = { concurrent_jobs: 2 * REQUESTS };
    const [locked, free] = [await suite.customer({ raised }), await suite.customer()];
    const send = ({ client }: Customer) => client.image({ prompt: 'a red fox in snow' });
    expect((await send(free)).status).to.equal(202);
    const took: number[] = [];
    let answers: ReturnType<typeof send>[] = [];
    await whileLocked(locked.accountId, async () => {
      answers = Array.from({ length: REQUESTS }, () => send(locked));
      await until('the requests wait for the lock', async () => (await waiting()) >= 2);
      for (let nth = 0; nth < 5; nth += 1) {
        const began = performance.now();
        const answer = await send(free);
        expect(answer.status, answer.text).to.equal(202);
        took.push(performance.now() - began);
      }
      expect(await waiting()).to.equal(2);
    });
    const statuses = (await Promise.all(answers)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 202)).to.have.length(REQUESTS);
    expect(Math.max(...took), `each took ${took.join(', ')} ms`).to.be.below(500);
  });
});

describe('cancelling a generation whose run has ended', () => {
  const turns = new WatchedTurns();
  const suite = registerSuite(new ApiSuite(), {
    workers: { media: false },
    change: (deps) => ({ ...deps, accountTurns: turns }),
  });

  it('waits in the queue of the account, because it locks the account row', async () => {
    const customer = await suite.customer();
    const id = await suite.queued(customer);
    await suite.api.deps.temporal.client.workflow.getHandle(id).terminate('a test');
    const before = turns.owners.length;
    const answer = await customer.client.call('POST', `/v1/generations/${id}/cancel`);
    expect(answer.status, answer.text).to.equal(200);
    expect(turns.owners.slice(before)).to.deep.equal([customer.accountId]);
  });
});
