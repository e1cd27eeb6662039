import { emitLowBalance } from '../domain/webhooks/emit-event.js';
import { startNow } from '../domain/durable/start-workflow.js';
import { createDeps, type Deps } from '../runtime/deps.js';
import { parseEnv } from '../runtime/env.js';
import { findFreePort } from '../supervisor/find-free-port.js';
import { createId } from '../domain/contract/ids.js';
import { buildAccount } from '../test/support/accounts.js';
import { startSharedServers, stopSharedServers } from '../test/support/hooks.js';
import { testEnv } from '../test/support/platform.js';
import { PlatformProcess } from '../test/support/process.js';
import { Receiver, type Reaction } from '../test/support/receiver.js';
import { until } from '../test/support/until.js';

const DAY_MS = 86_400_000;

/** An account with one endpoint. */
export interface Endpoint {
  readonly id: string;
  readonly accountId: string;
  readonly path: string;
}

/** Real servers and worker processes. The receiver runs in this process, so that sender and receiver share a clock. */
export class WebhookBench {
  /** Commit times by path and event, in Unix milliseconds. */
  private readonly commits = new Map<string, number>();
  private readonly requests = new Map<string, number>();
  private days = 0;

  private constructor(
    readonly deps: Deps,
    readonly receiver: Receiver,
    private readonly processes: readonly PlatformProcess[],
    private readonly metricsPort: number,
  ) {}

  static async start(): Promise<WebhookBench> {
    await startSharedServers();
    const receiver = await Receiver.start();
    const env = testEnv({ WEBHOOK_ALLOW: receiver.origin });
    const deps = await createDeps(parseEnv(env), 'api');
    const port = await findFreePort(0);
    const processes = await Promise.all([
      PlatformProcess.start('orchestrator', env),
      PlatformProcess.start('outbound', { ...env, METRICS_PORT: String(port) }),
    ]);
    return new WebhookBench(deps, receiver, processes, port);
  }

  async stop(): Promise<void> {
    await Promise.all(this.processes.map((running) => running.kill()));
    await this.deps.close();
    await this.receiver.stop();
    await stopSharedServers();
  }

  async endpoint(path: string, reaction?: Reaction): Promise<Endpoint> {
    const { accountId } = await buildAccount(this.deps.db);
    const id = createId('whk');
    await this.deps.db.query(
      `INSERT INTO webhook_endpoint (id, account_id, url, events, description, secret)
       VALUES ($1, $2, $3, '{credits.low}', '', $4)`,
      [id, accountId, this.receiver.at(path, reaction), this.deps.vault.seal('whsec_AAAA', id)],
    );
    return { id, accountId, path };
  }

  /** Emits one event like a charge: in a transaction, with the workflow starts after the commit. */
  async emit({ accountId, path }: Endpoint): Promise<void> {
    this.days += 1;
    const at = new Date(Date.now() - this.days * DAY_MS);
    const starts = await this.deps.db.transaction((tx) => emitLowBalance(tx, accountId, 1, at));
    const day = at.toISOString().slice(0, 10).replaceAll('-', '');
    this.commits.set(`${path} evt_low_${accountId}_${day}`, Date.now());
    await startNow(this.deps, starts);
  }

  /** Returns the value of a metric of the outbound worker, summed over its labels. */
  async metric(name: string): Promise<number> {
    const text = await (await fetch(`http://127.0.0.1:${this.metricsPort}/metrics`)).text();
    const values = text.matchAll(new RegExp(`^${name}\\{.*\\} ([\\d.]+)$`, 'gm'));
    return [...values].reduce((sum, [, value]) => sum + Number(value), 0);
  }

  /**
   * Waits until this many deliveries have arrived at the endpoints, then removes the receipts.
   * @returns times from commit to arrival, in ms
   */
  async arrivals(endpoints: readonly Endpoint[], count: number, deadlineMs: number) {
    const wanted = new Set(endpoints.map(({ path }) => path));
    const found = () => this.receiver.receipts.filter(({ path }) => wanted.has(path));
    await until(
      `${count} deliveries have arrived`,
      async () => found().length >= count,
      deadlineMs,
    );
    const times = found().map(({ path, event, at }) => {
      const committed = this.commits.get(`${path} ${event.id}`) ?? at;
      return Math.max(0, at - committed);
    });
    this.forget(wanted);
    return times;
  }

  /** Returns the number of requests received for each delivery, including deliveries whose receipts were removed. */
  sent(): ReadonlyMap<string, number> {
    this.forget();
    return this.requests;
  }

  /** Removes the receipts of some or all paths, and counts them by delivery. */
  private forget(paths?: ReadonlySet<string>): void {
    const { receipts } = this.receiver;
    const gone = receipts.filter(({ path }) => !paths || paths.has(path));
    for (const { headers } of gone) {
      const id = headers['service-delivery'] ?? '';
      this.requests.set(id, (this.requests.get(id) ?? 0) + 1);
    }
    const left = receipts.filter((receipt) => !gone.includes(receipt));
    receipts.splice(0, receipts.length, ...left);
  }
}
