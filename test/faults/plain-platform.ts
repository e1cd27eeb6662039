import { createServer } from 'node:http';
import type { Platform } from '../../domain/catalogue/social-platforms.js';
import {
  PlatformFailure,
  type DraftState,
  type PublishJob,
  type PublishState,
  type SocialPlatform,
} from '../../domain/ports/social-platform.js';
import { closeServer, listenLocally } from '../support/loopback.js';

/** What every platform has in common, and no more: drafts, one call of no return, and a look. */
export interface PlainServer {
  readonly url: string;
  /** How often a post can be seen on a platform. */
  count(platform: Platform, postId: string): number;
  stop(): Promise<void>;
}

/** The platform outside of the processes that are killed. */
export async function startPlainServer(): Promise<PlainServer> {
  const shown = new Map<string, number>();
  const server = createServer(({ method, url = '/' }, response) => {
    if (method === 'POST') shown.set(url, (shown.get(url) ?? 0) + 1);
    response.writeHead(200).end(String(shown.get(url) ?? 0));
  });
  const url = await listenLocally(server);
  return {
    url,
    count: (platform, postId) => shown.get(`/${platform}/${postId}`) ?? 0,
    stop: () => closeServer(server),
  };
}

const unused = () => Promise.reject(new Error('no part of these tests'));

/** The adapter of such a platform. */
export class PlainPlatform implements SocialPlatform {
  constructor(
    readonly name: Platform,
    private readonly base: string,
  ) {}

  authorizeUrl = (): string => this.base;
  exchangeCode = unused;
  refreshTokens = unused;

  async draft(job: PublishJob): Promise<DraftState> {
    await job.keep({ draft: job.postId });
    return { state: 'ready' };
  }

  async commit(job: PublishJob): Promise<PublishState> {
    const count = await this.ask('POST', job).catch(() => {
      throw new PlatformFailure('unknown_outcome', 'OUTCOME_UNKNOWN', 'no answer');
    });
    return this.read(job, count);
  }

  async reconcile(job: PublishJob): Promise<PublishState> {
    return this.read(job, await this.ask('GET', job));
  }

  private async ask(method: string, { postId, signal }: PublishJob): Promise<number> {
    const answer = await fetch(`${this.base}/${this.name}/${postId}`, { method, signal });
    return Number(await answer.text());
  }

  private read({ postId }: PublishJob, count: number): PublishState {
    if (count === 0) return { state: 'not_published' };
    const url = `https://${this.name}.test/${postId}`;
    return { state: 'published', remotePostId: postId, url };
  }
}
