import { randomBytes } from 'node:crypto';
import type { FakeOptions, ShownMedia, ShownPost } from '../fake.js';
import type { FakeUser } from '../oauth.js';
import { GraphError } from './graph.js';

const DAY = 24 * 3_600_000;

export type ContainerStatus = 'IN_PROGRESS' | 'FINISHED' | 'ERROR' | 'EXPIRED' | 'PUBLISHED';

/** A container's contents. */
export interface ContainerFacts {
  readonly owner: FakeUser;
  readonly isChild: boolean;
  readonly text: string;
  readonly media: readonly ShownMedia[];
  readonly labels: readonly string[];
  /** The part of the URL that names the kind of post, such as `reel`. */
  readonly place: string;
  /** Reason why the container cannot be processed; null if it can. */
  readonly error: string | null;
  /** Whether the container is ready immediately, because its children are already processed. */
  readonly isInstant?: boolean;
}

interface Container extends ContainerFacts {
  readonly at: number;
  readonly readyAt: number;
  postId: string | null;
}

export interface MetaPost extends ShownPost {
  readonly ownerId: string;
}

/** A Meta platform's containers and posts. */
export class Containers {
  readonly #containers = new Map<string, Container>();
  readonly #posts: MetaPost[] = [];
  #lastId = 17_800_000_000_000_000n;

  constructor(
    private readonly options: FakeOptions,
    private readonly dailyPosts: number,
    private readonly urlOf: (facts: ContainerFacts, code: string) => string,
  ) {}

  get posts(): readonly MetaPost[] {
    return this.#posts.toReversed();
  }

  add(facts: ContainerFacts): string {
    const at = this.options.now();
    const takes = facts.isInstant ? 0 : (this.options.processingMs ?? 0);
    const id = this.#nextId();
    this.#containers.set(id, { ...facts, at, readyAt: at + takes, postId: null });
    return id;
  }

  find(id: string): Container | null {
    return this.#containers.get(id) ?? null;
  }

  /**
   * Returns an owner's container that is ready for use.
   * @throws {GraphError}
   */
  use(owner: FakeUser, id: string): Container {
    const container = this.find(id);
    if (!container || container.owner.id !== owner.id) {
      throw new GraphError(400, 24, 2207006, 'The media with this id cannot be found');
    }
    const status = this.computeStatus(container);
    if (status === 'EXPIRED') throw new GraphError(400, -2, 2207020, 'The media has expired');
    if (status === 'PUBLISHED') throw new GraphError(400, 24, 2207006, 'Media builder not found');
    if (status !== 'FINISHED') {
      throw new GraphError(400, 9007, 2207027, 'The media is not ready for publishing');
    }
    return container;
  }

  computeStatus({ postId, at, readyAt, error }: Container): ContainerStatus {
    const now = this.options.now();
    if (postId !== null) return 'PUBLISHED';
    if (now - at > DAY) return 'EXPIRED';
    if (now < readyAt) return 'IN_PROGRESS';
    return error === null ? 'FINISHED' : 'ERROR';
  }

  /** Builds an account's quota as the API answers it. */
  buildQuota(owner: FakeUser): Readonly<Record<string, unknown>> {
    const config = { quota_total: this.dailyPosts, quota_duration: DAY / 1_000 };
    return { data: [{ quota_usage: this.#usedBy(owner), config }] };
  }

  publish(owner: FakeUser, id: string): string {
    const container = this.use(owner, id);
    if (container.isChild) throw new GraphError(400, 100, null, 'A part of a carousel');
    if (this.#usedBy(owner) >= this.dailyPosts) {
      throw new GraphError(403, 9, 2207042, 'Application request limit reached');
    }
    const postId = this.#nextId();
    const code = randomBytes(8).toString('base64url');
    this.#posts.push({
      id: postId,
      ownerId: owner.id,
      url: this.urlOf(container, code),
      username: owner.username,
      title: null,
      text: container.text,
      media: container.media,
      labels: container.labels,
      at: this.options.now(),
    });
    container.postId = postId;
    return postId;
  }

  #usedBy({ id }: FakeUser): number {
    const since = this.options.now() - DAY;
    return this.#posts.filter(({ ownerId, at }) => ownerId === id && at > since).length;
  }

  #nextId(): string {
    this.#lastId += 7n;
    return String(this.#lastId);
  }
}
