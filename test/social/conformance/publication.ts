import { expect } from 'chai';
import { inspect } from 'node:util';
import {
  PlatformFailure,
  type Grant,
  type PlatformRefs,
  type PostItem,
  type PublishJob,
  type PublishState,
} from '../../../domain/ports/social-platform.js';
import type { PostCase } from './subject.js';
import { signal, type World } from './world.js';

/** Part of every text, so that a test can find an error that quotes the text. */
const CANARY = 'canary-7f3a';
const TRIES_MAX = 12;
const POLLS_MAX = 80;

/** Result of a part of a publication: its state, or the failure that ended it. */
export type Step<T> = { readonly state: T } | { readonly failure: PlatformFailure };

/** Outcome on the platform. `failed` means that the post was certainly not published. */
export type Outcome = 'published' | 'failed' | 'unknown';

/** One post, and the adapter calls that its workflow would make. */
export class Publication {
  refs: PlatformRefs = {};
  attempts = 0;
  waits = 0;
  readonly failures: PlatformFailure[] = [];
  readonly states: PublishState[] = [];
  /** Called after refs are stored; may throw, to simulate a crash. */
  afterKeep: () => void = () => undefined;
  readonly text: string;
  #armedAt: number | null = null;
  #media: { items: PostItem[]; wasFetched: () => boolean } | null = null;

  constructor(
    readonly world: World,
    readonly post: PostCase,
    readonly grant: Grant,
    /** Distinguishes the texts of two posts on the same platform. */
    private readonly mark = '',
  ) {
    this.text = post.text ?? `Hello ${CANARY}${mark} #one`;
    world.secrets.add(CANARY);
  }

  async draft(): Promise<Step<'ready' | 'waiting'>> {
    const step = await this.#step(async () => this.world.platform.draft(await this.#job()));
    if ('failure' in step) return step;
    if (step.state.state === 'waiting') this.#wait(step.state.waitMs);
    return { state: step.state.state };
  }

  /** Drafts until the draft is ready. @returns the failure if it is permanent, or null */
  async prepare(): Promise<PlatformFailure | null> {
    let tries = 0;
    for (let polls = 0; polls < POLLS_MAX; polls += 1) {
      const step = await this.draft();
      if ('state' in step) {
        if (step.state === 'ready') return null;
        continue;
      }
      if (!this.#mayRepeat(step.failure) || (tries += 1) > TRIES_MAX) return step.failure;
    }
    return expect.fail('the draft never became ready');
  }

  async commit(): Promise<Step<PublishState>> {
    this.attempts += 1;
    this.#armedAt = this.world.now();
    return this.#step(async () => this.world.platform.commit(await this.#job()));
  }

  async reconcile(): Promise<Step<PublishState>> {
    return this.#step(async () => this.world.platform.reconcile(await this.#job()));
  }

  /** Publishes from the draft to the final outcome. */
  async finish(): Promise<Outcome> {
    if ((await this.prepare()) !== null) return 'failed';
    return this.settle(await this.commit());
  }

  /** Drafts and commits. @returns the failure of either, or null */
  async draftAndCommit(): Promise<PlatformFailure | null> {
    const failure = await this.prepare();
    if (failure !== null) return failure;
    const step = await this.commit();
    return 'failure' in step ? step.failure : null;
  }

  /** Finds the outcome of a commit, and commits again if the post was certainly not published. */
  async settle(step: Step<PublishState>): Promise<Outcome> {
    if ('state' in step) return this.#follow(step.state);
    expect(this.failures.at(-1)).to.equal(step.failure);
    if (step.failure.kind === 'unknown_outcome') return this.resume();
    expect(this.shown(), `${step.failure.message} was certain`).to.equal(0);
    return this.#mayRepeat(step.failure) && this.attempts < TRIES_MAX ? this.finish() : 'failed';
  }

  /** Counts the posts that the platform shows. */
  shown(): number {
    const posts = this.world.fake.posts();
    const { length } = posts.filter(({ text }) => this.mark === '' || text === this.text);
    expect(length, 'published posts').to.be.at.most(1);
    return length;
  }

  async #follow(state: PublishState): Promise<Outcome> {
    if (state.state === 'published') {
      expect(this.shown(), 'visible posts if the adapter reports published').to.equal(1);
      return 'published';
    }
    if (state.state === 'pending') {
      this.#wait(state.waitMs);
      return this.resume();
    }
    expect(this.shown(), 'visible posts if the adapter reports not published').to.equal(0);
    if (state.draftAgain) this.refs = {};
    return this.finish();
  }

  /** Polls the outcome of a commit until it is known. */
  async resume(): Promise<Outcome> {
    for (let reads = 0; reads < POLLS_MAX; reads += 1) {
      const step = await this.reconcile();
      if ('failure' in step) {
        if (this.#mayRepeat(step.failure)) continue;
        if (step.failure.kind === 'unauthorized') return 'unknown';
        expect(step.failure.kind).to.equal('permanent');
        expect(this.shown(), 'visible posts if the adapter reports a failure').to.equal(0);
        return 'failed';
      }
      if (step.state.state !== 'pending') return this.#follow(step.state);
      this.#wait(step.state.waitMs);
    }
    return 'unknown';
  }

  #mayRepeat({ kind, until }: PlatformFailure): boolean {
    const now = this.world.now();
    if (kind === 'rate_limited') {
      expect(until, 'until of rate_limited').to.be.a('number');
      const ms = (until ?? 0) > now ? (until ?? 0) - now : (until ?? 0) - Date.now();
      this.world.advance(Math.max(0, ms) + 1_000);
    } else this.world.advance(3_000);
    return kind === 'retry' || kind === 'new_draft' || kind === 'rate_limited';
  }

  #wait(ms: number): void {
    expect(ms, 'waitMs').to.be.within(1, 15 * 60_000);
    this.waits += 1;
    this.world.advance(ms);
  }

  async #step<T>(call: () => Promise<T>): Promise<Step<T>> {
    try {
      const state = await call();
      if (isPublishState(state)) this.states.push(state);
      return { state };
    } catch (error) {
      if (!(error instanceof PlatformFailure)) throw error;
      expectNoSecret(error, this.world.secrets);
      this.failures.push(error);
      return { failure: error };
    }
  }

  async #job(): Promise<PublishJob> {
    const { world, post, grant } = this;
    const media = (this.#media ??= await world.media.offer(post));
    // The adapter uses the clock of this machine, and the fake platform has another clock.
    const armedAt = this.#armedAt === null ? null : Date.now() - (world.now() - this.#armedAt);
    return {
      accessToken: grant.tokens.accessToken,
      remoteId: grant.remoteId,
      username: grant.username,
      form: post.form,
      items: media.items,
      text: this.text,
      title: post.title ?? null,
      settings: post.settings ?? {},
      postId: 'pst_0123456789abcdef0123456789abcdef',
      // Copies the values through JSON, like the database.
      refs: JSON.parse(JSON.stringify(this.refs)) as PlatformRefs,
      keep: async (refs) => {
        expectNoSecret(refs, world.secrets);
        this.refs = { ...this.refs, ...(JSON.parse(JSON.stringify(refs)) as PlatformRefs) };
        this.afterKeep();
      },
      armedAt,
      hasBeenFetched: async () => media.wasFetched(),
      signal,
    };
  }
}

const isPublishState = (state: unknown): state is PublishState =>
  ['published', 'pending', 'not_published'].includes((state as PublishState).state);

/** Expects no token, secret, code or text in a value that is stored, logged or returned. */
export function expectNoSecret(value: unknown, secrets: ReadonlySet<string>): void {
  const seen = inspect(value, { depth: 12, showHidden: true });
  for (const secret of secrets) {
    expect(seen.includes(secret), `a secret is in ${seen.slice(0, 60)}`).to.equal(false);
  }
}
