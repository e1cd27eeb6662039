import { expect } from 'chai';
import { emitLowBalance } from '../../domain/webhooks/emit-event.js';
import { startNow } from '../../domain/durable/start-workflow.js';
import { WEBHOOK_CHECKPOINTS } from '../../domain/ports/checkpoint.js';
import { createDeps, type Deps } from '../../runtime/deps.js';
import { parseEnv } from '../../runtime/env.js';
import { startFaultServers, type FaultServers } from '../support/faults.js';
import { PlatformProcess } from '../support/process.js';
import { buildAccount } from '../support/accounts.js';
import { Receiver } from '../support/receiver.js';
import { until } from '../support/until.js';

const DELIVERIES = Number(process.env['KILL_DELIVERIES'] ?? 50);
const ENDPOINTS = 10;
const DAY_MS = 86_400_000;
const ALL_MS = 300_000;

/** The result at one checkpoint. */
interface PointLoad {
  readonly point: string;
  readonly signal: NodeJS.Signals | null;
  readonly events: readonly string[];
  readonly endpoints: readonly string[];
}

describe(`deliveries whose worker is killed, ${DELIVERIES} at each checkpoint`, function () {
  this.timeout(ALL_MS);
  let servers: FaultServers;
  let receiver: Receiver;
  let deps: Deps;
  const running: PlatformProcess[] = [];
  const loads: PointLoad[] = [];

  before(async () => {
    servers = await startFaultServers();
    receiver = await Receiver.start();
    const allow = { WEBHOOK_ALLOW: receiver.origin, LOG_LEVEL: 'silent' };
    deps = await createDeps(parseEnv(servers.env(allow)), 'api');
    running.push(await PlatformProcess.start('orchestrator', servers.env(allow)));
    // Runs the checkpoints one after the other, so that each worker also finds the deliveries that earlier workers
    // left.
    for (const point of WEBHOOK_CHECKPOINTS) loads.push(await openLoad(point, allow));
    running.push(await PlatformProcess.start('outbound', servers.env(allow)));
    await until(
      'every delivery is closed',
      async () => {
        const [row]: { open: number }[] = await deps.db.query(
          `SELECT count(*)::int AS open FROM webhook_delivery
           WHERE status IN ('pending', 'delivering')`,
        );
        return row?.open === 0;
      },
      ALL_MS,
    );
  });
  after(async () => {
    await Promise.all(running.map((one) => one.stop()));
    await deps?.close();
    await receiver?.stop();
    await servers?.stop();
  });

  /** Creates an account with endpoints and events, and a worker that is killed while it delivers the events. */
  async function openLoad(point: string, allow: Record<string, string>): Promise<PointLoad> {
    const { accountId } = await buildAccount(deps.db);
    const paths = Array.from({ length: ENDPOINTS }, (_, index) => `/${point}/${index}`);
    const endpoints = paths.map((path, index) => ({
      id: `whk_${accountId.slice(4, 34)}${String(index).padStart(2, '0')}`,
      url: receiver.at(path),
    }));
    for (const { id, url } of endpoints) {
      await deps.db.query(
        `INSERT INTO webhook_endpoint (id, account_id, url, events, description, secret)
         VALUES ($1, $2, $3, '{credits.low}', '', $4)`,
        [id, accountId, url, deps.vault.seal('whsec_AAAA', id)],
      );
    }
    const victim = await PlatformProcess.start(
      'outbound',
      servers.env({ ...allow, CRASH_AT: point }),
    );
    const events: string[] = [];
    for (let day = 0; day < DELIVERIES / ENDPOINTS; day += 1) {
      const at = new Date(Date.now() - day * DAY_MS);
      const starts = await deps.db.transaction((tx) => emitLowBalance(tx, accountId, 1, at));
      await startNow(deps, starts);
      events.push(`evt_low_${accountId}_${at.toISOString().slice(0, 10).replaceAll('-', '')}`);
    }
    const { signal } = await victim.ended;
    return { point, signal, events, endpoints: paths };
  }

  for (const [index, point] of WEBHOOK_CHECKPOINTS.entries()) {
    it(`send every event at least once, always with the same id, at ${point}`, () => {
      const { signal, events, endpoints } = loads[index] ?? { events: [], endpoints: [] };
      expect(signal).to.equal('SIGKILL');
      for (const path of endpoints) {
        const receipts = receiver.of(path);
        expect(new Set(receipts.map(({ event }) => event.id)), path).to.deep.equal(new Set(events));
        for (const id of events) {
          const same = receipts.filter(({ event }) => event.id === id);
          const ids = new Set(same.map(({ headers }) => headers['service-delivery']));
          expect(ids.size, 'delivery ids of one event at one endpoint').to.equal(1);
          expect(new Set(same.map(({ body }) => body)).size).to.equal(1);
        }
      }
      expect(events.length * endpoints.length).to.equal(DELIVERIES);
    });
  }

  it('are repeated only if their request was in flight', () => {
    const all = DELIVERIES * WEBHOOK_CHECKPOINTS.length;
    const twice = receiver.receipts.length - all;
    const rate = ((100 * twice) / all).toFixed(1);
    console.log(
      `      ${WEBHOOK_CHECKPOINTS.length} kills: ${twice} of ${all} came again (${rate} %)`,
    );
    // At least the delivery whose response just arrived is repeated, and at most four per endpoint and kill.
    expect(twice).to.be.within(1, 4 * ENDPOINTS * WEBHOOK_CHECKPOINTS.length);
  });

  it('all end with one recorded attempt, and without a pending start', async () => {
    const rows: unknown[] = await deps.db.query(
      `SELECT status, attempts, (SELECT count(*)::int FROM delivery_attempt a
         WHERE a.delivery_id = d.id) AS recorded, count(*)::int AS deliveries
       FROM webhook_delivery d GROUP BY 1, 2, 3`,
    );
    expect(rows).to.deep.equal([
      {
        status: 'delivered',
        attempts: 1,
        recorded: 1,
        deliveries: DELIVERIES * WEBHOOK_CHECKPOINTS.length,
      },
    ]);
  });
});
