import { setTimeout as sleep } from 'node:timers/promises';
import { PLATFORMS } from '../../domain/catalogue/social-platforms.js';
import { makePost, USUAL_MEDIA, type RealPost, type Wanted } from '../../test/faults/make-post.js';
import type { PostingPlatform } from '../../test/faults/posting.js';

/** Pause between two requests of one client. On two cores, the stand-ins can handle this rate for minutes. */
const POST_PAUSE_MS = 500;
const IMAGE_PAUSE_MS = 700;
const IMAGE_CLIENTS = 2;

/** Clients that make images and posts until `end` is called. */
export class Load {
  readonly posts: RealPost[] = [];
  /** Ids of the accepted generations. */
  readonly generations: string[] = [];
  /** Number of requests without a response, or with an unexpected response. */
  failed = 0;
  private isEnded = false;
  private readonly running: Promise<unknown>;

  constructor(private readonly at: PostingPlatform) {
    const images = Array.from({ length: IMAGE_CLIENTS }, () => this.makeImages());
    this.running = Promise.all([this.makePosts(), ...images]);
  }

  /** Creates one more post. @returns once the post is accepted */
  async add(wanted: Wanted): Promise<RealPost> {
    const post = await makePost(this.at, wanted);
    this.posts.push(post);
    return post;
  }

  /** Creates posts on every platform concurrently. @returns once all are accepted */
  async burst(times: number): Promise<void> {
    const wanted = PLATFORMS.flatMap((platform) =>
      Array.from({ length: times }, () => ({ platform, media: USUAL_MEDIA[platform] })),
    );
    await Promise.all(wanted.map((one) => this.add(one)));
  }

  /** Stops making requests, and waits for requests in flight. */
  async end(): Promise<void> {
    this.isEnded = true;
    await this.running;
  }

  private async makePosts(): Promise<void> {
    for (let turn = 0; !this.isEnded; turn += 1) {
      const platform = PLATFORMS[turn % PLATFORMS.length];
      if (!platform) continue;
      await makePost(this.at, { platform, media: USUAL_MEDIA[platform] }).then(
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
