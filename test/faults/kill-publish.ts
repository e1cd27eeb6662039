import { ApplicationFailure } from '@temporalio/common';
import { PUBLISH_CHECKPOINTS, type PublishCheckpoint } from '../../domain/ports/checkpoint.js';
import type { Platform } from '../../domain/catalogue/social-platforms.js';
import { checkInvariants } from '../../domain/ledger/invariants.js';
import { createDeps, type Deps } from '../../runtime/deps.js';
import { parseEnv } from '../../runtime/env.js';
import { startFaultServers, type FaultServers } from '../support/faults.js';
import { PlatformProcess } from '../support/process.js';
import { until } from '../support/until.js';
import { CREDITS, makePost, moneyOf, standOf, type MadePost } from '../workflows/publish-rig.js';
import { startPlainServer, type PlainServer } from './plain-platform.js';

/** The process that dies at each checkpoint. */
const SERVICE: Readonly<Record<PublishCheckpoint, 'orchestrator' | 'media'>> = {
  'publish.before_arm': 'orchestrator',
  'publish.after_arm': 'orchestrator',
  'publish.before_commit': 'media',
  'publish.after_commit': 'media',
  'publish.after_record': 'media',
  'publish.before_settle': 'orchestrator',
  'publish.after_settle': 'orchestrator',
};

const END_MS = 180_000;

/** What one kill came to. */
export interface Killed {
  readonly point: PublishCheckpoint;
  readonly platform: Platform;
  readonly signal: NodeJS.Signals | null;
  readonly status: string;
  /** Posts on the platform beyond the one that was wanted. */
  readonly double: number;
  /** 1 when it is not there, or the row says something else. */
  readonly lost: number;
  /** Credits missing or too many. */
  readonly wrongCredits: number;
}

/** Kills worker processes of posts at named points, one after the other, and counts the damage. */
export class PublishKills {
  private constructor(
    private readonly servers: FaultServers,
    private readonly deps: Deps,
    private readonly plain: PlainServer,
  ) {}

  static async start(): Promise<PublishKills> {
    const servers = await startFaultServers();
    const deps = await createDeps(parseEnv({ ...servers.env(), LOG_LEVEL: 'silent' }), 'admin');
    return new PublishKills(servers, deps, await startPlainServer());
  }

  async stop(): Promise<void> {
    await this.deps.close();
    await this.plain.stop();
    await this.servers.stop();
  }

  /** Invariants of the ledger that do not hold. */
  violations(): Promise<readonly unknown[]> {
    return checkInvariants(this.deps.db.manager);
  }

  /** Every point once, with one post on one platform each. */
  async round(platform: Platform): Promise<Killed[]> {
    const results: Killed[] = [];
    for (const point of PUBLISH_CHECKPOINTS) results.push(await this.kill(point, platform));
    return results;
  }

  private async kill(point: PublishCheckpoint, platform: Platform): Promise<Killed> {
    const dying = SERVICE[point];
    const other = await this.worker(dying === 'media' ? 'orchestrator' : 'media');
    const victim = await this.worker(dying, point);
    const post = await makePost(this.deps, { platforms: [platform] });
    const { signal } = await victim.ended;
    if (dying === 'media') await this.bury(post);
    const heir = await this.worker(dying);
    const status = await until(
      `the end of ${post.id}`,
      async () => {
        const { status: now } = await standOf(this.deps, post);
        return now === 'scheduled' ? null : now;
      },
      END_MS,
    );
    await Promise.all([other.stop(), heir.stop()]);
    return { point, platform, signal, status, ...(await this.audit(post, platform)) };
  }

  private async audit(post: MadePost, platform: Platform) {
    const count = this.plain.count(platform, post.id);
    const stand = await standOf(this.deps, post);
    const money = await moneyOf(this.deps, post);
    const isOut = stand[platform] === 'published';
    const cost = isOut ? post.price : 0;
    return {
      double: Math.max(0, count - 1),
      lost: isOut === (count === 1) && isOut ? 0 : 1,
      wrongCredits: Math.abs(CREDITS - cost - Number(money?.['balance'])) + Number(money?.['held']),
    };
  }

  /** What the passing of time tells of a worker that has died: no heartbeat, and no answer. */
  private async bury({ id }: MadePost): Promise<void> {
    const { client } = this.deps.temporal;
    const { raw } = await client.workflow.getHandle(id).describe();
    const { activityId } = raw.pendingActivities?.[0] ?? {};
    await client.activity.fail(
      { workflowId: id, activityId: activityId ?? '' },
      ApplicationFailure.retryable('activity Heartbeat timeout'),
    );
    await this.deps.db.query(
      `UPDATE social_publication SET open_until = now() - interval '1 s'
       WHERE post_id = $1 AND open_until IS NOT NULL`,
      [id],
    );
  }

  private worker(service: 'orchestrator' | 'media', at = ''): Promise<PlatformProcess> {
    const more = { PUBLISH_WORKER: service, PLAIN_URL: this.plain.url, CRASH_AT: at };
    return PlatformProcess.start('publisher', this.servers.env(more));
  }
}
