import type {
  FakeAnswer,
  FakeOptions,
  FakeRequest,
  FakeRoute,
  PlatformFake,
  ShownPost,
} from '../fake.js';
import type { FakeUser } from '../oauth.js';
import { buildDataAnswer, reject, toBody, readJson, refuse, type Body } from './answers.js';
import { isVideo, MediaUploads, type Media } from './media.js';
import { API_HOST, TwitterOAuth } from './oauth.js';
import { findUnknownField, loadTexts } from './post-body.js';

const WINDOW_MS = 15 * 60_000;
/** Maximum number of posts per user in 15 minutes. */
const POSTS_MAX = 100;
const WEIGHT_MAX = 280;
/** The cost of a post for the app's operator, in US dollars. */
const PRICES = { withLink: 0.2, without: 0.015 } as const;

interface Post extends ShownPost {
  readonly owner: string;
  readonly mediaKeys: readonly string[];
}

export interface TwitterFake extends PlatformFake {
  /** The app's charges for its posts, in order, in US dollars. */
  readonly prices: readonly number[];
}

/** Creates X's API v2 for posts with media, according to its documentation. */
export function createTwitterFake(options: FakeOptions): TwitterFake {
  return new Twitter(options);
}

class Twitter implements TwitterFake {
  readonly name = 'twitter';
  readonly label = 'X';
  readonly prices: number[] = [];
  readonly routes: readonly FakeRoute[];
  readonly #oauth: TwitterOAuth;
  readonly #uploads: MediaUploads;
  readonly #posts: Post[] = [];

  constructor(private readonly options: FakeOptions) {
    this.#oauth = new TwitterOAuth(options.now);
    this.#uploads = new MediaUploads(options.now, options.processingMs ?? 0);
    const uploads = this.#uploads;
    const media = '/2/media/upload';
    this.routes = [
      ...this.#oauth.routes,
      this.#on('initialize', 'POST', `${media}/initialize`, 'media.write', (user, request) =>
        uploads.begin(user.id, request),
      ),
      this.#on(
        'append',
        'POST',
        `${media}/(?<id>\\d+)/append`,
        'media.write',
        (user, request, id) => uploads.append(user.id, id, request),
      ),
      this.#on('finalize', 'POST', `${media}/(?<id>\\d+)/finalize`, 'media.write', (user, _, id) =>
        uploads.finish(user.id, id),
      ),
      this.#on('upload', 'POST', media, 'media.write', (user, request) =>
        uploads.upload(user.id, request),
      ),
      this.#on('status', 'GET', media, 'media.write', (user, request) =>
        uploads.status(user.id, request),
      ),
      this.#on('commit', 'POST', '/2/tweets', 'tweet.write', (user, request) =>
        this.#post(user, request),
      ),
      this.#on('timeline', 'GET', '/2/users/(?<id>\\d+)/tweets', 'tweet.read', (_, request, id) =>
        this.#readTimeline(id, request.query),
      ),
    ];
  }

  posts = () => this.#posts.toReversed();
  revokeAll = (username?: string) => this.#oauth.grants.revokeAll(username);

  /** Creates an API endpoint that first checks token and scope. */
  #on(
    name: string,
    method: string,
    path: string,
    scope: string,
    answer: (user: FakeUser, request: FakeRequest, id: string) => FakeAnswer | Promise<FakeAnswer>,
  ): FakeRoute {
    return {
      name,
      method,
      host: API_HOST,
      path: new RegExp(`^${path}$`),
      answer: async (request, { id = '' }) => {
        const holder = this.#oauth.grants.findHolder(request);
        if (!holder) return refuse(401, 'Unauthorized', 'Unauthorized');
        if (!holder.scopes.includes(scope)) {
          return refuse(403, 'Forbidden', 'You are not permitted to perform this action.');
        }
        return answer(holder.user, request, id);
      },
    };
  }

  #post(user: FakeUser, request: FakeRequest): FakeAnswer {
    const limit = this.#limitOf(user);
    if (limit.left <= 0) {
      const refusal = refuse(429, 'Too Many Requests', 'Too Many Requests');
      return { ...refusal, headers: limit.headers };
    }
    const body = readJson(request);
    if (!body) return reject('Requests with bodies must have content-type of application/json.');
    const problem = findUnknownField(body);
    if (problem !== null) return reject(problem);
    const media = this.#findMedia(user, body);
    if ('status' in media) return media;
    const written = typeof body['text'] === 'string' ? body['text'] : '';
    const refusal = this.#refuseText(user, written);
    if (refusal) return refusal;
    const post = this.#add(user, written, media, body['made_with_ai'] === true);
    return { ...buildDataAnswer({ id: post.id, text: post.text }, 201), headers: limit.headers };
  }

  /** Finds the user's processed media for a post: up to four pictures, or one clip. */
  #findMedia(user: FakeUser, body: Body): readonly Media[] | FakeAnswer {
    if (body['media'] === undefined && body['text']) return [];
    const { media_ids: ids } = toBody(body['media']);
    const bad = reject('Your media IDs are invalid.');
    if (!Array.isArray(ids) || ids.length < 1 || ids.length > 4) return bad;
    const found = ids.flatMap((id) => this.#uploads.find(user.id, id) ?? []);
    if (found.length < ids.length || new Set(found).size < ids.length) return bad;
    if (!found.every(this.#uploads.isReady)) return bad;
    return found.some(isVideo) && found.length > 1 ? bad : found;
  }

  #refuseText(user: FakeUser, text: string): FakeAnswer | null {
    const { weightedLength } = loadTexts().parseTweet(text);
    if (weightedLength > WEIGHT_MAX) {
      return refuse(403, 'Forbidden', 'Your Tweet text is too long.');
    }
    if (loadTexts().hasInvalidCharacters(text)) return reject('text is invalid');
    const isKnown = this.#posts.some((post) => post.owner === user.id && post.text === text);
    return isKnown && text !== ''
      ? refuse(403, 'Forbidden', 'You are not allowed to create a Tweet with duplicate content.')
      : null;
  }

  #add({ id: owner, username }: FakeUser, text: string, media: readonly Media[], isAi: boolean) {
    const id = String(2_000_000_000_000_000_000n + BigInt(this.#posts.length));
    const post: Post = {
      id,
      owner,
      username,
      text,
      title: null,
      url: `https://x.com/${username}/status/${id}`,
      media: media.flatMap(({ shown }) => shown ?? []),
      mediaKeys: media.map(({ key }) => key),
      labels: isAi ? ['made with AI'] : [],
      at: this.options.now(),
    };
    this.#posts.push(post);
    const hasLink = loadTexts().extractUrls(text).length > 0;
    this.prices.push(hasLink ? PRICES.withLink : PRICES.without);
    return post;
  }

  #readTimeline(owner: string, query: URLSearchParams): FakeAnswer {
    const most = Number(query.get('max_results') ?? 10);
    if (!(most >= 5 && most <= 100)) return reject('max_results must be between 5 and 100');
    const since = Date.parse(query.get('start_time') ?? '1970-01-01T00:00:00Z');
    if (Number.isNaN(since)) return reject('start_time is not a time');
    const found = this.posts().filter((post) => post.owner === owner && post.at >= since);
    const withKeys = query.get('tweet.fields')?.split(',').includes('attachments') ?? false;
    const rows = found.slice(0, most).map(({ id, text, mediaKeys }) => ({
      id,
      text,
      ...(withKeys && { attachments: { media_keys: mediaKeys } }),
    }));
    const meta = { result_count: rows.length };
    return { status: 200, body: rows.length > 0 ? { data: rows, meta } : { meta } };
  }

  #limitOf({ id }: FakeUser) {
    const most = this.options.dailyPosts ?? POSTS_MAX;
    const now = this.options.now();
    const recent = this.#posts.filter(({ owner, at }) => owner === id && at > now - WINDOW_MS);
    const left = most - recent.length;
    const reset = Math.ceil(((recent[0]?.at ?? now) + WINDOW_MS) / 1_000);
    const headers = {
      'x-rate-limit-limit': String(most),
      'x-rate-limit-remaining': String(Math.max(left - 1, 0)),
      'x-rate-limit-reset': String(reset),
    };
    return { left, headers };
  }
}
