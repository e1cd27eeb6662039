/**
 * Stand-ins for the five platforms: they check requests like the platforms do, and show the
 * published posts. Tests and the demo of `npm start` use the same ones.
 */

export interface FakeRequest {
  readonly method: string;
  /** The official host that is replaced, such as `graph.instagram.com`. */
  readonly host: string;
  /** Without the query, such as `/v25.0/178/media`. */
  readonly path: string;
  readonly query: URLSearchParams;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
  /** The base of URLs that the fake returns: `http://127.0.0.1:…/<host>`. */
  buildBaseUrl(host: string): string;
}

export interface FakeAnswer {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** An object is sent as JSON. */
  readonly body?: string | Buffer | Readonly<Record<string, unknown>>;
}

/** One endpoint of a fake. Faults and the journal refer to it by name. */
export interface FakeRoute {
  /** Such as `publish`; the request that publishes is named `commit` in every fake. */
  readonly name: string;
  readonly method: string;
  readonly host: string;
  /** Matches the whole path. */
  readonly path: RegExp;
  /** Which requests to this path it answers; all by default. */
  isFor?(request: FakeRequest): boolean;
  /** @param groups the named groups of `path` */
  answer(request: FakeRequest, groups: Readonly<Record<string, string>>): Promise<FakeAnswer>;
}

/** A picture or clip that a platform shows. */
export interface ShownMedia {
  readonly contentType: string;
  readonly bytes: Buffer;
  readonly sha256: string;
}

/** A post that a platform shows. */
export interface ShownPost {
  readonly id: string;
  readonly url: string;
  readonly username: string;
  readonly title: string | null;
  readonly text: string;
  readonly media: readonly ShownMedia[];
  /** Such as `made with AI`, `unlisted`, `story`. */
  readonly labels: readonly string[];
  /** Unix milliseconds. */
  readonly at: number;
}

export interface PlatformFake {
  /** Our API's name for the platform. */
  readonly name: string;
  readonly label: string;
  readonly routes: readonly FakeRoute[];
  /** All publicly visible posts, newest first. */
  posts(): readonly ShownPost[];
  /** Ends every grant of an account, like its owner in the platform's settings. */
  revokeAll(username?: string): void;
}

/** Options of every fake. */
export interface FakeOptions {
  /** Unix milliseconds. */
  readonly now: () => number;
  /** Processing time, milliseconds by `now`; 0 by default. */
  readonly processingMs?: number;
  /** Daily post limit of an account; the platform's limit by default. */
  readonly dailyPosts?: number;
}
