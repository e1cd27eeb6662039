import { setTimeout as sleep } from 'node:timers/promises';
import { PLATFORMS } from '../../domain/catalogue/social-platforms.js';
import { makePost, type RealPost, type Wanted } from '../../test/faults/make-post.js';
import type { PostingPlatform } from '../../test/faults/posting.js';

/** What each platform gets: a clip where it is one for clips. */
const MEDIA = {
  instagram: 'picture',
  tiktok: 'clip',
  youtube: 'clip',
  threads: 'picture',
  twitter: 'picture',
} as const;
/** Pauses between two requests of a lane: the stand-ins, and two cores, bear this for minutes. */
const POST_PAUSE_MS = 500;
const IMAGE_PAUSE_MS = 700;
const IMAGE_LANES = 2;

/** Customers who go on making pictures and posts until they are ended. */
export class Load {
  readonly posts: RealPost[] = [];
  /** Ids of generations that were accepted. */
  readonly generations: string[] = [];
  /** Requests without an answer, or with another one than wanted. */
  failed = 0;
  private isEnded = false;
  private readonly running: Promise<unknown>;

  constructor(private readonly at: PostingPlatform) {
    const lanes = [
      this.makePosts(),
      ...Array.from({ length: IMAGE_LANES }, () => this.makeImages()),
    ];
    this.running = Promise.all(lanes);
  }

  /** A further post. @returns once it is accepted */
  async add(wanted: Wanted): Promise<RealPost> {
    const post = await makePost(this.at, wanted);
    this.posts.push(post);
    return post;
  }

  /** Posts to every platform at the same time. @returns once all are accepted */
  async burst(times: number): Promise<void> {
    const wanted = PLATFORMS.flatMap((platform) =>
      Array.from({ length: times }, () => ({ platform, media: MEDIA[platform] })),
    );
    await Promise.all(wanted.map((one) => this.add(one)));
  }

  /** Makes no more requests, and waits for those that are under way. */
  async end(): Promise<void> {
    this.isEnded = true;
    await this.running;
  }

  private async makePosts(): Promise<void> {
    for (let turn = 0; !this.isEnded; turn += 1) {
      const platform = PLATFORMS[turn % PLATFORMS.length];
      if (!platform) continue;
      await makePost(this.at, { platform, media: MEDIA[platform] }).then(
        (post) => this.posts.push(post),
        () => (this.failed += 1),
      );
      await sleep(POST_PAUSE_MS);
    }
  }

  private async makeImages(): Promise<void> {
    while (!this.isEnded) {
      const answer = await this.at.customer.client
        .image({ prompt: 'a red fox in snow' })
        .catch(() => null);
      if (answer?.status === 202) this.generations.push(answer.body.id);
      else this.failed += 1;
      await sleep(IMAGE_PAUSE_MS);
    }
  }
}
