import type { Platform } from '../../domain/catalogue/social-platforms.js';
import {
  PlatformFailure,
  type DraftState,
  type PublishJob,
  type PublishState,
  type SocialPlatform,
  type Tokens,
} from '../../domain/ports/social-platform.js';
import { TOKENS } from '../social/connected.js';

/** Returns the result of one call. `real` returns the result that the platform has by default. */
export type Script<T> = (job: PublishJob, real: () => Promise<T>) => Promise<T>;

const unused = () => Promise.reject(new Error('no part of these tests'));

export const outcomeUnknown = () =>
  new PlatformFailure('unknown_outcome', 'OUTCOME_UNKNOWN', 'no answer');
export const refused = (
  kind: PlatformFailure['kind'],
  code: PlatformFailure['code'],
  until: number | null = null,
) => new PlatformFailure(kind, code, `said ${kind}`, until);

/** Publishes the post, but the response is lost. */
export const lostAnswer: Script<PublishState> = async (_job, real) => {
  await real();
  throw outcomeUnknown();
};
/** Loses the request before the platform receives it. */
export const lostRequest: Script<PublishState> = () => Promise.reject(outcomeUnknown());

/**
 * Platform in this process whose calls follow a script, with one entry per call. Calls without an
 * entry succeed. The platform keeps its visible posts.
 */
export class ScriptedPlatform implements SocialPlatform {
  readonly drafts: Script<DraftState>[] = [];
  readonly commits: Script<PublishState>[] = [];
  readonly polls: Script<PublishState>[] = [];
  /** All visible posts. */
  readonly shown: { readonly postId: string; readonly text: string; readonly at: number }[] = [];
  readonly calls: string[] = [];
  /** Number of polls that find no URL. */
  urlMisses = 0;
  /** Number of concurrent commits now, and the largest number so far. */
  concurrent = { now: 0, most: 0 };

  constructor(readonly name: Platform) {}

  /** Counts the visible copies of a post. */
  count(postId: string): number {
    return this.shown.filter((one) => one.postId === postId).length;
  }

  authorizeUrl = (): string => 'https://platform.test/authorize';
  exchangeCode = unused;
  refreshTokens = async (): Promise<Tokens> => TOKENS;

  async draft(job: PublishJob): Promise<DraftState> {
    this.calls.push('draft');
    const real = async (): Promise<DraftState> => {
      await job.keep({ draft: job.postId });
      return { state: 'ready' };
    };
    const script = this.drafts.shift();
    return script ? script(job, real) : real();
  }

  async commit(job: PublishJob): Promise<PublishState> {
    this.calls.push('commit');
    this.concurrent.now += 1;
    this.concurrent.most = Math.max(this.concurrent.most, this.concurrent.now);
    try {
      const script = this.commits.shift();
      return script ? await script(job, () => this.publish(job)) : await this.publish(job);
    } finally {
      this.concurrent.now -= 1;
    }
  }

  async reconcile(job: PublishJob): Promise<PublishState> {
    this.calls.push('reconcile');
    const real = async (): Promise<PublishState> => {
      const at = this.shown.findIndex(({ postId }) => postId === job.postId);
      return at < 0 ? { state: 'not_published' } : this.describe(job.postId);
    };
    const script = this.polls.shift();
    return script ? script(job, real) : real();
  }

  async findUrl(): Promise<string | null> {
    this.calls.push('findUrl');
    this.urlMisses -= 1;
    return this.urlMisses >= 0 ? null : `https://${this.name}.test/found`;
  }

  private async publish(job: PublishJob): Promise<PublishState> {
    if (job.refs['draft'] !== job.postId) throw new Error('nothing was drafted');
    this.shown.push({ postId: job.postId, text: job.text, at: Date.now() });
    return this.describe(job.postId);
  }

  private describe(postId: string): PublishState {
    const url = `https://${this.name}.test/${postId}`;
    return { state: 'published', remotePostId: `remote-${postId}`, url };
  }
}
