import { expect } from 'chai';
import type { DataSource, EntityManager } from 'typeorm';
import { createStateActivities } from '../../activities/generations.js';
import { ProviderFailure } from '../../domain/ports/provider.js';
import type { ProviderJob } from '../../domain/ports/provider-job.js';
import { StorageUnavailable, type ObjectStore } from '../../domain/ports/object-store.js';
import { checkInvariants } from '../../domain/ledger/invariants.js';
import type { Deps } from '../../runtime/deps.js';
import { runRelay } from '../../workers/relay.js';
import { startFaultServers } from '../support/faults.js';
import { startApi, type TestApi } from '../support/platform.js';
import { fakeProvider } from '../support/provider-fake.js';
import { runWorker, startWorkers } from '../support/workers.js';
import { audit, buildCustomer, NO_DAMAGE, orderImage } from './audit.js';
import { LostAnswers, withMethods } from './lost-answers.js';

const SEED = Number(process.env['FAULT_SEED'] ?? 20_260_101);
const SHARE = 0.2;
const GENERATIONS = 30;
const ALL_MS = 180_000;
const REFUSED = 'nightshade';

/**
 * Stops the servers at the end of the whole test run, not of the suite. When an attempt of a local
 * activity fails, the SDK (1.24) does not stop its timeout, and reports a panic if the timeout
 * fires after the worker has stopped. With separate servers, the workers do not take work of other
 * suites.
 */
const atTheEnd: (() => Promise<unknown>)[] = [];
after(async () => {
  for (const end of atTheEnd.toReversed()) await end();
});

describe(`activities when one in five successes is reported as a failure, seed ${SEED}`, function () {
  this.timeout(ALL_MS);
  const faults = new LostAnswers(SEED, SHARE);
  let api: TestApi;

  before(async () => {
    const servers = await startFaultServers();
    atTheEnd.push(() => servers.stop());
    api = await startApi(servers.env({ LOG_LEVEL: 'silent' }), (deps) => withFaults(deps, faults));
    atTheEnd.push(() => api.stop());
    const media = await startWorkers(api.deps, {
      orchestrator: false,
      mediaDeps: { providers: new Map([['local', fakeProvider(refuse)]]) },
    });
    const activities = faults.ofAll(createStateActivities(api.deps));
    const orchestrator = await runWorker(api.deps, 'orchestrator', activities);
    atTheEnd.push(
      () => media.stop(),
      () => orchestrator.stop(),
    );
    atTheEnd.push(runRelay(api.deps));
  });

  it(`end and charge ${GENERATIONS} generations exactly once`, async () => {
    const { deps, url } = api;
    const customer = await buildCustomer(deps, url);
    const prompts = Array.from({ length: GENERATIONS }, (_, number) =>
      // Some prompts are refused, so that refunds are tested too.
      number % 5 === 0 ? `fox ${number} ${REFUSED}` : `fox ${number}`,
    );
    const accepted = await Promise.all(prompts.map((prompt) => orderImage(customer, prompt)));
    const { completed, failed, damage } = await audit(deps, customer, accepted);
    expect(damage).to.deep.equal(NO_DAMAGE);
    expect(completed + failed).to.equal(GENERATIONS);
    expect(failed, 'refused generations').to.be.at.least(GENERATIONS / 5);
    expect(await checkInvariants(deps.db.manager)).to.deep.equal([]);
    const hit = [...faults.lost].filter(([, lost]) => lost > 0).map(([kind]) => kind);
    expect(hit).to.include.members(ALWAYS_HIT);
  });
});

function refuse({ prompt }: ProviderJob): void {
  if (prompt.includes(REFUSED)) throw new ProviderFailure('content_blocked', 'refused', 422);
}

/** Calls that every generation makes, so that at least one of their responses is lost. */
const ALWAYS_HIT = ['startWorkflow', 'transaction', 'put', 'remove', 'completeGeneration'];

/** Loses responses to calls that accept requests, start workflow runs or store files. */
function withFaults(deps: Deps, faults: LostAnswers): Deps {
  return {
    ...deps,
    db: lossyTransactions(deps.db, faults),
    startWorkflow: faults.of('startWorkflow', deps.startWorkflow),
    store: lossyStore(deps.store, faults),
  };
}

/** Fails the connection after a successful commit, before the response to the commit. */
function lossyTransactions(db: DataSource, faults: LostAnswers): DataSource {
  const transaction = faults.of(
    'transaction',
    (work: (tx: EntityManager) => Promise<unknown>) => db.transaction(work),
    () => Object.assign(new Error('connection lost'), { code: 'ECONNRESET' }),
  );
  return withMethods(db, { transaction } as Partial<DataSource>);
}

function lossyStore(store: ObjectStore, faults: LostAnswers): ObjectStore {
  const failure = () => new StorageUnavailable('no answer (fault injection)');
  return withMethods(store, {
    put: faults.of('put', store.put.bind(store), failure),
    remove: faults.of('remove', store.remove.bind(store), failure),
  });
}
