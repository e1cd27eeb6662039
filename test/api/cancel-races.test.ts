import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { cancelGeneration } from '../../domain/generations/cancel-generation.js';
import { checkInvariants } from '../../domain/ledger/invariants.js';
import type { Deps } from '../../runtime/deps.js';
import { usePlatform } from '../support/use-platform.js';
import { ApiSuite, type Customer } from './suite.js';

const RACES = 1_000;
/** Number of concurrent races; each has its own account. */
const CONCURRENT_RACES = 8;

/** Starts no workflow run, so a cancel runs the code of the activity directly, without Temporal's retries. */
const withoutRuns = (deps: Deps): Deps => ({
  ...deps,
  startWorkflow: async () => undefined,
  temporal: {
    ...deps.temporal,
    cancel: (start, { claim }) => cancelGeneration(deps, start.workflowId, claim),
  },
});

interface Race {
  /** The generation to cancel. */
  readonly id: string;
  readonly statuses: string;
}

describe('cancel and create racing under one Idempotency-Key', () => {
  const suite = new ApiSuite();
  suite.api = usePlatform({
    change: withoutRuns,
    async verify() {
      const violations = await checkInvariants(suite.db.manager);
      expect(violations, 'violated invariants of the ledger').to.deep.equal([]);
    },
  });

  async function waitRoundTrips(count: number): Promise<void> {
    for (let left = count; left > 0; left -= 1) await suite.db.query('SELECT 1');
  }

  /**
   * Starts the cancel `lead` database round trips before the create. If `lead` is negative, the cancel starts later.
   */
  async function race({ client }: Customer, lead: number): Promise<Race> {
    const { id } = (await client.image({ prompt: 'a red fox' })).body;
    const idem = randomUUID();
    const answers = await Promise.all([
      waitRoundTrips(-lead).then(() =>
        client.call('POST', `/v1/generations/${id}/cancel`, { idem }),
      ),
      waitRoundTrips(lead).then(() => client.image({ prompt: 'a blue fox' }, { idem })),
    ]);
    return { id, statuses: answers.map(({ status }) => status).join(' and ') };
  }

  /**
   * Runs the races of one account. The side that loses a race starts earlier in the next race, so most races are close.
   * No worker is involved afterwards.
   */
  async function runRaces(): Promise<Race[]> {
    const raised = { requests_per_minute: 1_000_000, concurrent_jobs: 10_000 };
    const customer = await suite.customer({ credits: 10_000, raised });
    const races: Race[] = [];
    for (let lead = 0; races.length < RACES / CONCURRENT_RACES;) {
      const ended = await race(customer, lead);
      lead += ended.statuses.startsWith('422') ? 1 : -1;
      races.push(ended);
    }
    const { accountId } = customer;
    await suite.db.query('DELETE FROM workflow_start WHERE account_id = $1', [accountId]);
    return races;
  }

  it('never return a 5xx in 1,000 races, and a refused request changes nothing', async function raceAll() {
    this.timeout(300_000);
    const races = (await Promise.all(Array.from({ length: CONCURRENT_RACES }, runRaces))).flat();
    const rows: { id: string; status: string }[] = await suite.db.query(
      'SELECT id, status FROM generation WHERE id = ANY ($1)',
      [races.map(({ id }) => id)],
    );
    const stateOf = new Map(rows.map(({ id, status }) => [id, status]));
    const outcomes = races.map(({ id, statuses }) => `${statuses}, ${stateOf.get(id)}`);
    expect(outcomes).to.have.length(RACES);
    expect([...new Set(outcomes)]).to.have.members([
      '200 and 422, cancelled',
      '422 and 202, queued',
    ]);
  });
});
