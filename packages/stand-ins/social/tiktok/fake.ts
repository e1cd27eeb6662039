import type { FakeAnswer, FakeRequest, FakeRoute, PlatformFake } from '../fake.js';
import type { FakeUser } from '../oauth.js';
import { ok, toBody, readJson, refuse, type Body } from './answers.js';
import { fetchPhotos } from './media.js';
import { API_HOST, TikTokOAuth } from './oauth.js';
import { PUBLIC_CREATOR, type TikTokFakeOptions } from './options.js';
import { Posts } from './posts.js';
import { findChunkProblem, findInfoProblem, findPhotosProblem, readPhotoUrls } from './rules.js';
import { isLastChunk, takeChunk, UPLOAD_HOST } from './upload.js';

const MINUTE = 60_000;
/** Maximum number of calls per token and minute. */
const CALLS = { creator_info: 20, status: 30, init: 6 } as const;

/** Creates TikTok's Content Posting API, direct posts, according to its documentation. */
export function createTikTokFake(options: TikTokFakeOptions): PlatformFake {
  return new TikTokFake(options);
}

class TikTokFake implements PlatformFake {
  readonly name = 'tiktok';
  readonly label = 'TikTok';
  readonly routes: readonly FakeRoute[];
  readonly #oauth: TikTokOAuth;
  readonly #posts: Posts;
  /** Times of calls, by token and endpoint. */
  readonly #calls = new Map<string, number[]>();
  /** Creators whose settings were read, which TikTok requires before a post. */
  readonly #asked = new Set<string>();

  constructor(private readonly options: TikTokFakeOptions) {
    this.#oauth = new TikTokOAuth(options.now);
    this.#posts = new Posts(options);
    const put = { method: 'PUT', host: UPLOAD_HOST, path: /^\/video\/$/ };
    this.routes = [
      ...this.#oauth.routes,
      this.#on('creator_info', /creator_info\/query/, 'creator_info', (user) => {
        this.#asked.add(user.id);
        return this.#describeCreator(user);
      }),
      this.#on('init', /video\/init/, 'init', (user, body, request) =>
        this.#initVideo(user, body, request.buildBaseUrl(UPLOAD_HOST)),
      ),
      this.#on('commit', /content\/init/, 'init', (user, body) => this.#postPhotos(user, body)),
      this.#on('status', /status\/fetch/, 'status', (user, body) => {
        const post = this.#posts.find(user, body['publish_id']);
        return post ? ok(this.#posts.describe(post)) : refuse(400, 'invalid_publish_id');
      }),
      { ...put, name: 'commit', isFor: isLastChunk, answer: (request) => this.#take(request) },
      { ...put, name: 'chunk', answer: (request) => this.#take(request) },
    ];
  }

  posts = () => this.#posts.shown();
  revokeAll = (username?: string) => this.#oauth.grants.revokeAll(username);

  get #creator() {
    return { ...PUBLIC_CREATOR, ...this.options.creator };
  }

  /** Creates an API endpoint that first checks token, scope, rate and JSON. */
  #on(
    name: string,
    path: RegExp,
    limit: keyof typeof CALLS,
    answer: (user: FakeUser, body: Body, request: FakeRequest) => FakeAnswer | Promise<FakeAnswer>,
  ): FakeRoute {
    return {
      name,
      method: 'POST',
      host: API_HOST,
      path: new RegExp(`^/v2/post/publish/${path.source}/$`),
      answer: async (request) => {
        const holder = this.#oauth.grants.findHolder(request);
        if (!holder) return refuse(401, 'access_token_invalid');
        if (!holder.scopes.includes('video.publish')) return refuse(401, 'scope_not_authorized');
        if (this.#isTooOften(limit, request)) return refuse(429, 'rate_limit_exceeded');
        // TikTok's own clients request the creator without a body.
        const isEmpty = limit === 'creator_info' && request.body.length === 0;
        const body = isEmpty ? {} : readJson(request);
        return body ? answer(holder.user, body, request) : refuse(400, 'invalid_params', 'JSON');
      },
    };
  }

  #isTooOften(limit: keyof typeof CALLS, { headers }: FakeRequest): boolean {
    const most = limit === 'init' ? (this.options.initsPerMinute ?? CALLS.init) : CALLS[limit];
    const key = `${limit} ${headers['authorization']}`;
    const now = this.options.now();
    const recent = (this.#calls.get(key) ?? []).filter((at) => at > now - MINUTE);
    this.#calls.set(key, [...recent, now]);
    return recent.length >= most;
  }

  #describeCreator({ username }: FakeUser): FakeAnswer {
    const creator = this.#creator;
    return ok({
      creator_username: username,
      creator_nickname: username,
      creator_avatar_url: 'https://p16-sign.tiktokcdn.com/avatar.jpeg',
      privacy_level_options: creator.privacyLevels,
      comment_disabled: creator.commentDisabled,
      duet_disabled: creator.duetDisabled,
      stitch_disabled: creator.stitchDisabled,
      max_video_post_duration_sec: creator.maxSeconds,
    });
  }

  #initVideo(user: FakeUser, body: Body, base: string): FakeAnswer {
    const refusal = this.#refuseInfo(user, body, 'video');
    if (refusal) return refusal;
    const source = toBody(body['source_info']);
    const problem = findChunkProblem(source);
    if (problem !== null) return refuse(400, 'invalid_params', problem);
    const plan = { size: Number(source['video_size']), chunkSize: Number(source['chunk_size']) };
    const post = this.#posts.add(user, 'video', toBody(body['post_info']), plan);
    const query = `upload_id=${post.publishId.slice(-6)}&upload_token=${post.token}`;
    return ok({ publish_id: post.publishId, upload_url: `${base}/video/?${query}` });
  }

  async #postPhotos(user: FakeUser, body: Body): Promise<FakeAnswer> {
    const refusal = this.#refuseInfo(user, body, 'photo');
    if (refusal) return refusal;
    const problem = findPhotosProblem(body, this.options.verifiedPrefixes ?? null);
    if (problem) return refuse(...problem);
    const post = this.#posts.add(user, 'photo', toBody(body['post_info']));
    this.#posts.finish(post, await fetchPhotos(readPhotoUrls(body)));
    return ok({ publish_id: post.publishId });
  }

  #refuseInfo(user: FakeUser, body: Body, kind: 'video' | 'photo'): FakeAnswer | null {
    const info = toBody(body['post_info']);
    if (!this.#asked.has(user.id))
      return refuse(400, 'invalid_params', 'request creator_info first');
    if (this.options.isAudited === false && info['privacy_level'] !== 'SELF_ONLY') {
      return refuse(403, 'unaudited_client_can_only_post_to_private_accounts');
    }
    const problem = findInfoProblem(info, kind, this.#creator);
    if (problem) return refuse(...problem);
    return this.#posts.isFull(user) ? refuse(403, 'spam_risk_too_many_posts') : null;
  }

  #take(request: FakeRequest): Promise<FakeAnswer> {
    const isOpen = (id: string) => this.#oauth.grants.isOpen(id);
    return takeChunk(request, this.#posts, { isOpen, maxSeconds: this.#creator.maxSeconds });
  }
}
