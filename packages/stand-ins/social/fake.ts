/**
 * Stand-ins for the five platforms: they check requests like the platforms, and show the published
 * posts. Tests and the demo in `npm start` use the same stand-ins.
 */

export interface FakeRequest {
  readonly method: string;
  /** The official host that the fake replaces, such as `graph.instagram.com`. */
  readonly host: string;
  /** The path without the query, such as `/v25.0/178/media`. */
  readonly path: string;
  readonly query: URLSearchParams;
  /** Headers by lower-case name. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
  /** Builds the base of URLs that the fake returns: `http://127.0.0.1:…/<host>`. */
  buildBaseUrl(host: string): string;
}

export interface FakeAnswer {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** The response body; an object is sent as JSON. */
  readonly body?: string | Buffer | Readonly<Record<string, unknown>>;
}

/** One endpoint of a fake. Faults and the journal refer to it by name. */
export interface FakeRoute {
  /**
   * The endpoint's name, such as `publish`; every fake calls the request that publishes `commit`.
   */
  readonly name: string;
  readonly method: string;
  readonly host: string;
  /** Matches the request's whole path. */
  readonly path: RegExp;
  /**
   * Returns whether the endpoint answers this request; it answers all requests to its path by
   * default.
   */
  isFor?(request: FakeRequest): boolean;
  /** @param groups the named groups in `path` */
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
  /** Labels such as `made with AI`, `unlisted`, `story`. */
  readonly labels: readonly string[];
  /** Time of the post in Unix milliseconds. */
  readonly at: number;
}

export interface PlatformFake {
  /** Our API's name for the platform. */
  readonly name: string;
  readonly label: string;
  readonly routes: readonly FakeRoute[];
  /** Returns all publicly visible posts, newest first. */
  posts(): readonly ShownPost[];
  /** Ends every grant of an account, as its owner can in the platform's settings. */
  revokeAll(username?: string): void;
}

/** Options that every fake has. */
export interface FakeOptions {
  /** Returns the time in Unix milliseconds. */
  readonly now: () => number;
  /** Processing time in milliseconds by `now`; 0 by default. */
  readonly processingMs?: number;
  /** An account's daily post limit; the platform's limit by default. */
  readonly dailyPosts?: number;
}
