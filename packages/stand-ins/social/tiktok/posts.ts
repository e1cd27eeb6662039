import type { ShownMedia, ShownPost } from '../fake.js';
import type { FakeUser } from '../oauth.js';
import { rawNumber, type Body } from './answers.js';
import type { TikTokFakeOptions } from './options.js';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
/** Lifetime of an upload URL. */
const UPLOAD_MS = HOUR;

/** One direct post, from its init to its end. */
export interface Post {
  readonly publishId: string;
  readonly token: string;
  readonly user: FakeUser;
  readonly kind: 'video' | 'photo';
  readonly info: Body;
  readonly at: number;
  /** A clip's announced size in bytes; 0 for photos. */
  readonly size: number;
  readonly chunkSize: number;
  readonly chunks: Buffer[];
  received: number;
  media: readonly ShownMedia[];
  failReason: string | null;
  /** When the post's processing ends; null until everything is received. */
  readyAt: number | null;
  readonly publicId: string;
}

/** All of the fake's direct posts. */
export class Posts {
  readonly #posts: Post[] = [];

  constructor(private readonly options: TikTokFakeOptions) {}

  add(user: FakeUser, kind: Post['kind'], info: Body, plan = { size: 0, chunkSize: 0 }): Post {
    const number = this.#posts.length + 1;
    const post: Post = {
      ...plan,
      publishId: `${kind === 'video' ? 'v_pub_file' : 'p_pub_url'}~v2-1.${number}`,
      token: `t${number}x${user.id}`,
      user,
      kind,
      info,
      at: this.options.now(),
      chunks: [],
      received: 0,
      media: [],
      failReason: null,
      readyAt: null,
      publicId: `73${String(number).padStart(16, '0')}1`,
    };
    this.#posts.push(post);
    return post;
  }

  /** Returns whether the creator has reached TikTok's daily limit for posts by apps. */
  isFull({ id }: FakeUser): boolean {
    const since = this.options.now() - DAY;
    const recent = this.#posts.filter(
      ({ user, at, failReason }) => user.id === id && at > since && failReason === null,
    );
    return recent.length >= (this.options.dailyPosts ?? Infinity);
  }

  find(user: FakeUser, publishId: unknown): Post | undefined {
    return this.#posts.find((post) => post.publishId === publishId && post.user.id === user.id);
  }

  findUpload(token: string | null): Post | undefined {
    return this.#posts.find((post) => post.kind === 'video' && post.token === token);
  }

  isUploadOver({ at }: Post): boolean {
    return at + UPLOAD_MS <= this.options.now();
  }

  /** Handles a fully received post: processing begins, or the post has failed. */
  finish(post: Post, result: readonly ShownMedia[] | string): void {
    if (typeof result === 'string') {
      post.failReason = result;
      return;
    }
    post.media = result;
    post.readyAt = this.options.now() + (this.options.processingMs ?? 0);
  }

  /** Returns a post's status in TikTok's format. */
  describe(post: Post): Body {
    const uploaded = post.kind === 'video' ? { uploaded_bytes: post.received } : {};
    if (post.failReason !== null) {
      return { status: 'FAILED', fail_reason: post.failReason, ...uploaded };
    }
    if (!this.#isReady(post)) {
      const status = post.kind === 'video' ? 'PROCESSING_UPLOAD' : 'PROCESSING_DOWNLOAD';
      return { status, ...uploaded };
    }
    const tellsId =
      (post.readyAt ?? 0) + (this.options.idDelayMs ?? 0) <= this.options.now() && isPublic(post);
    return {
      status: 'PUBLISH_COMPLETE',
      ...uploaded,
      // The misspelling is TikTok's.
      ...(tellsId && { publicaly_available_post_id: [rawNumber(post.publicId)] }),
    };
  }

  shown(): ShownPost[] {
    return this.#posts
      .filter((post) => this.#isReady(post))
      .map(show)
      .toReversed();
  }

  #isReady({ readyAt }: Post): boolean {
    return readyAt !== null && readyAt <= this.options.now();
  }
}

const isPublic = ({ info }: Post): boolean => info['privacy_level'] === 'PUBLIC_TO_EVERYONE';

const toWord = (value: unknown): string => (typeof value === 'string' ? value : '');

function show(post: Post): ShownPost {
  const { info, user, kind, publicId, media, readyAt } = post;
  const buildLabel = (isSet: boolean, words: string) => (isSet ? [words] : []);
  return {
    id: publicId,
    url: `https://www.tiktok.com/@${user.username}/${kind}/${publicId}`,
    username: user.username,
    title: kind === 'photo' ? toWord(info['title']) || null : null,
    text: toWord(kind === 'photo' ? info['description'] : info['title']),
    media,
    labels: [
      ...buildLabel(kind === 'video' && info['is_aigc'] === true, 'made with AI'),
      ...buildLabel(!isPublic(post), 'not public'),
      ...buildLabel(info['disable_comment'] !== true, 'comments'),
      ...buildLabel(kind === 'video' && info['disable_duet'] !== true, 'duets'),
      ...buildLabel(kind === 'video' && info['disable_stitch'] !== true, 'stitches'),
      ...buildLabel(kind === 'photo' && info['auto_add_music'] === true, 'music'),
    ],
    at: readyAt ?? 0,
  };
}
