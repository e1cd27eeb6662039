import { ApplicationFailure } from '@temporalio/common';
import type { PublishCheckpoint } from '../../domain/ports/checkpoint.js';
import { checkInvariants } from '../../domain/ledger/invariants.js';
import { WORKS, type FaultName } from '@media-platform/stand-ins/social/faults.js';
import type { PlatformProcess } from '../support/process.js';
import { until } from '../support/until.js';
import { auditPost, type PostEnd } from './end-of-post.js';
import { makePost, type RealPost, type Wanted } from './make-post.js';
import { PostingPlatform } from './posting.js';

/**
 * Responses that the platform holds, so that the worker is killed before or after the publishing request takes effect.
 */
const HELD: readonly FaultName[] = ['work_then_silent', 'silent'];
/**
 * Checkpoints of the orchestrator; media workers run the other checkpoints. In this order, the
 * killed worker is rarely still busy with an earlier post.
 */
const ORCHESTRATOR_POINTS: readonly PublishCheckpoint[] = [
  'publish.after_settle',
  'publish.before_settle',
  'publish.after_arm',
  'publish.before_arm',
];
/** Lost or unusable responses to the publishing request. */
const LOST: readonly FaultName[] = [
  'work_then_drop',
  'work_then_500',
  'work_then_html_502',
  'truncated',
  'drop',
  'answer_500',
  'html_502',
];
const DEATH_MS = 120_000;

/** The result of one kill or one lost response. */
export interface Blow extends PostEnd {
  readonly what: string;
  /** Whether the fault took effect: SIGKILL ended the process, or the response was lost. */
  readonly struck: boolean;
}

/** A post that a fault has affected, and that is not audited yet. */
interface Struck {
  readonly what: string;
  readonly struck: boolean;
  readonly post: RealPost;
}

interface RoundOptions {
  /** Whether to include faults without a response, for which a worker waits half a minute. */
  readonly silence?: boolean;
}

/** Kills the workers of posts, drops responses of platforms, and counts the damage. */
export class PublishKills {
  private constructor(private readonly at: PostingPlatform) {}

  static async start(): Promise<PublishKills> {
    return new PublishKills(await PostingPlatform.start());
  }

  stop(): Promise<void> {
    return this.at.stop();
  }

  /** Lists violated ledger invariants. */
  violations(): Promise<readonly unknown[]> {
    return checkInvariants(this.at.deps.db.manager);
  }

  /** Runs every checkpoint and every lost response once, with one post each. */
  async round(wanted: Wanted, { silence = false }: RoundOptions = {}): Promise<Blow[]> {
    // YouTube lets an app publish 100 posts a day, so each round simulates a new day.
    await this.at.deps.db.query('DELETE FROM social_quota');
    const [orchestrator, recorded] = await Promise.all([
      this.at.worker('orchestrator'),
      this.killAt('publish.after_record', wanted),
    ]);
    const killed = [
      recorded,
      await this.killAt('publish.after_commit', wanted),
      await this.killHolding('work_then_silent', wanted),
      await this.killAt('publish.before_commit', wanted),
    ];
    const holder = await this.at.worker('media');
    // These posts are audited first, because the platform must not hold their repeated requests.
    const blows = await this.audit(killed);
    const held = await this.killHolding('silent', wanted, holder);
    const media = await this.at.worker('media');
    blows.push(...(await this.audit([held])));
    for (const fault of LOST) {
      blows.push(...(await this.audit([await this.loseAnswer(fault, wanted)])));
    }
    const late: Struck[] = [];
    for (const fault of silence ? HELD : []) late.push(await this.loseAnswer(fault, wanted));
    await orchestrator.stop();
    for (const point of ORCHESTRATOR_POINTS) late.push(await this.killAt(point, wanted));
    const last = await this.at.worker('orchestrator');
    blows.push(...(await this.audit(late)));
    await Promise.all([media.stop(), last.stop()]);
    return blows;
  }

  private async killAt(point: PublishCheckpoint, wanted: Wanted): Promise<Struck> {
    const service = ORCHESTRATOR_POINTS.includes(point) ? 'orchestrator' : 'media';
    const victim = await this.at.worker(service, point);
    const post = await makePost(this.at, wanted);
    await until(`the worker is killed at ${point}`, async () => victim.ending, DEATH_MS);
    if (service === 'media') await this.simulateTimeout(victim);
    return { what: point, struck: victim.ending?.signal === 'SIGKILL', post };
  }

  private async killHolding(
    fault: FaultName,
    wanted: Wanted,
    living?: PlatformProcess,
  ): Promise<Struck> {
    const victim = living ?? (await this.at.worker('media'));
    const post = await this.strike(fault, wanted);
    const { signal } = await victim.kill();
    await this.simulateTimeout(victim);
    const isDone = WORKS.includes(fault);
    const what = `during the commit, ${isDone ? 'which was done' : 'which was not done'}`;
    return { what, struck: signal === 'SIGKILL', post };
  }

  private async loseAnswer(fault: FaultName, wanted: Wanted): Promise<Struck> {
    return { what: `answer: ${fault}`, struck: true, post: await this.strike(fault, wanted) };
  }

  /** Creates a post. @returns the post when the platform has broken the publishing request */
  private async strike(fault: FaultName, wanted: Wanted): Promise<RealPost> {
    const { demo } = this.at;
    const skip = demo.journal.length;
    demo.plan(wanted.platform).set({ route: 'commit', fault });
    const post = await makePost(this.at, wanted);
    const isStruck = async () => demo.journal.slice(skip).some((call) => call.fault === fault);
    await until(`${wanted.platform} has applied the fault ${fault}`, isStruck, DEATH_MS);
    return post;
  }

  private audit(posts: readonly Struck[]): Promise<Blow[]> {
    return Promise.all(
      posts.map(async ({ what, struck, post }) => {
        const end = await auditPost(this.at, post);
        await post.answered;
        return { what, struck, ...end };
      }),
    );
  }

  /** Simulates the timeout after which a silent media worker counts as lost. */
  private async simulateTimeout({ pid }: PlatformProcess): Promise<void> {
    const { db, temporal } = this.at.deps;
    await db.query(
      `UPDATE social_publication SET open_until = now() - interval '1 s'
       WHERE open_until IS NOT NULL`,
    );
    const open: { id: string }[] = await db.query(
      'SELECT id FROM social_post WHERE settled_at IS NULL',
    );
    for (const { id } of open) {
      const { raw } = await temporal.client.workflow.getHandle(id).describe();
      for (const { activityId, lastWorkerIdentity } of raw.pendingActivities ?? []) {
        if (!lastWorkerIdentity?.startsWith(`${pid}@`)) continue;
        const failure = ApplicationFailure.retryable('activity Heartbeat timeout');
        const place = { workflowId: id, activityId: activityId ?? '' };
        // Temporal may have noticed the lost worker in the meantime.
        await temporal.client.activity.fail(place, failure).catch(() => undefined);
      }
    }
  }
}
