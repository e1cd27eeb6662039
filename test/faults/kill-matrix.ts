import { checkInvariants } from '../../domain/ledger/invariants.js';
import type { GenerationCheckpoint } from '../../domain/ports/checkpoint.js';
import { createDeps, type Deps } from '../../runtime/deps.js';
import { findFreePort } from '../../supervisor/find-free-port.js';
import { parseEnv } from '../../runtime/env.js';
import { startFaultServers, type FaultServers } from '../support/faults.js';
import { PlatformProcess, type ServiceName } from '../support/process.js';
import { until } from '../support/until.js';
import {
  audit,
  buildCustomer,
  orderImage,
  type Accepted,
  type Audit,
  type Customer,
} from './audit.js';

/** The service whose process is killed at each checkpoint. */
const SERVICE: Record<GenerationCheckpoint, ServiceName> = {
  'accept.before_commit': 'api',
  'accept.after_commit': 'api',
  'accept.after_start': 'api',
  'claim.after_commit': 'media',
  'render.after_record': 'media',
  'keep.after_store': 'media',
  'finish.before_commit': 'orchestrator',
  'finish.after_commit': 'orchestrator',
};

/** The prompts of the images that each checkpoint gets in a round. The last image fails and is refunded. */
const PROMPTS = ['a red fox in snow', 'a heron at dawn', 'a fox simulate:content_blocked'];
/** Interval of additional requests, in case another process takes the work of the process to kill. */
const PRESS_EVERY_MS = 5_000;
const DEATH_MS = 180_000;

/** The result of one round at one checkpoint. */
export interface PointRound extends Audit {
  readonly point: GenerationCheckpoint;
  /** Number of processes that SIGKILL ended at the checkpoint. */
  readonly killed: number;
  readonly accepted: number;
  /** Time from the first request until all work had ended. */
  readonly seconds: number;
}

export interface Round {
  readonly points: readonly PointRound[];
  /** Ledger invariants that are violated after the round. */
  readonly violations: readonly string[];
}

/** A process that is killed at its checkpoint, and the process that replaces it. */
interface Victim {
  readonly point: GenerationCheckpoint;
  readonly port: number;
  readonly first: PlatformProcess;
  /** Resolves when the new process is ready. */
  readonly replaced: Promise<PlatformProcess>;
}

/**
 * Kills processes at named checkpoints while they work, and counts the damage. In a round, every checkpoint has a
 * process that is killed there, and an account with its own requests. All processes of a round run concurrently, so
 * that the round waits only once until Temporal notices the lost workers. No other process does their work, so a
 * service may be completely down until it is restarted.
 */
export class KillMatrix {
  /** The processes that replaced the killed processes of the last round. */
  private workers: PlatformProcess[] = [];

  private constructor(
    private readonly servers: FaultServers,
    private readonly deps: Deps,
    /** Runs during all rounds, for clients at the checkpoints of other processes. */
    private readonly api: PlatformProcess,
    private readonly apiPort: number,
    private readonly orderOne: typeof orderImage,
  ) {}

  /** @param orderOne creates one image, or one of another kind, from a text */
  static async start(orderOne: typeof orderImage = orderImage): Promise<KillMatrix> {
    const servers = await startFaultServers();
    const port = await findFreePort(0);
    const api = await PlatformProcess.start('api', servers.env({ API_PORT: String(port) }));
    const deps = await createDeps(parseEnv(servers.env()), 'api');
    return new KillMatrix(servers, deps, api, port, orderOne);
  }

  async stop(): Promise<void> {
    await Promise.all([this.api, ...this.workers].map((running) => running.stop()));
    await this.deps.close();
    await this.servers.stop();
  }

  /** Runs one round, which visits every checkpoint of `points` once. */
  async round(points: readonly GenerationCheckpoint[]): Promise<Round> {
    const before = this.workers;
    const [victims, others] = await Promise.all([
      Promise.all(points.map((point) => this.startVictim(point))),
      Promise.all(missingWorkers(points).map((service) => this.start(service, 0))),
      ...before.map((worker) => worker.stop()),
    ]);
    const loads = await Promise.all(victims.map((victim) => this.openLoad(victim)));
    await until(
      'every process is killed at its checkpoint',
      async () => {
        for (const load of loads) load.press();
        return victims.every(({ first }) => first.ending);
      },
      DEATH_MS,
    );
    const results = await Promise.all(loads.map((load) => load.settle()));
    const successors = await Promise.all(victims.map(({ replaced }) => replaced));
    this.workers = [...others, ...successors.filter(({ service }) => service !== 'api')];
    await Promise.all(
      successors.filter(({ service }) => service === 'api').map((api) => api.stop()),
    );
    const violations = await checkInvariants(this.deps.db.manager);
    return { points: results, violations: violations.map((found) => JSON.stringify(found)) };
  }

  private start(
    service: ServiceName,
    port: number,
    extra: Record<string, string> = {},
  ): Promise<PlatformProcess> {
    return PlatformProcess.start(service, this.servers.env({ API_PORT: String(port), ...extra }));
  }

  private async startVictim(point: GenerationCheckpoint): Promise<Victim> {
    const service = SERVICE[point];
    const port = service === 'api' ? await findFreePort(0) : 0;
    const first = await this.start(service, port, { CRASH_AT: point });
    const replaced = first.ended.then(() => this.start(service, port));
    return { point, port, first, replaced };
  }

  private async openLoad(victim: Victim): Promise<PointLoad> {
    const at = addressOf(victim.port === 0 ? this.apiPort : victim.port);
    const customer = await buildCustomer(this.deps, at);
    return new PointLoad(this.deps, victim, customer, this.orderOne);
  }
}

const addressOf = (port: number) => `http://127.0.0.1:${port}`;

/** Lists the services that no process of this round runs. */
function missingWorkers(points: readonly GenerationCheckpoint[]): ServiceName[] {
  const run = new Set(points.map((point) => SERVICE[point]));
  return (['media', 'orchestrator'] as const).filter((service) => !run.has(service));
}

/** The requests of one checkpoint in one round. */
class PointLoad {
  private readonly began = performance.now();
  private readonly orders: Promise<Accepted>[] = [];
  private pressAt = this.began + PRESS_EVERY_MS;

  constructor(
    private readonly deps: Deps,
    private readonly victim: Victim,
    private readonly customer: Customer,
    private readonly orderOne: typeof orderImage,
  ) {
    for (const prompt of PROMPTS) this.order(prompt);
  }

  /** Creates one more image if the process has not reached its checkpoint for a while. */
  press(): void {
    if (this.victim.first.ending || performance.now() < this.pressAt) return;
    this.pressAt += PRESS_EVERY_MS;
    this.order(PROMPTS[0] ?? '');
  }

  private order(prompt: string): void {
    this.orders.push(this.orderOne(this.customer, prompt));
  }

  async settle(): Promise<PointRound> {
    const accepted = await Promise.all(this.orders);
    await this.victim.replaced;
    const found = await audit(this.deps, this.customer, accepted);
    const { signal } = await this.victim.first.ended;
    return {
      ...found,
      point: this.victim.point,
      killed: signal === 'SIGKILL' ? 1 : 0,
      accepted: accepted.length,
      seconds: (performance.now() - this.began) / 1_000,
    };
  }
}
