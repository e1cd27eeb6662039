/**
 * Stand-ins for the five platforms: they check what they are sent as the platforms do, and show
 * what was posted. Tests and the demo of `npm start` use the same ones.
 */

export interface FakeRequest {
  readonly method: string;
  /** The official host that is stood in for, such as `graph.instagram.com`. */
  readonly host: string;
  /** Without the query, such as `/v25.0/178/media`. */
  readonly path: string;
  readonly query: URLSearchParams;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
  /** What the addresses that the fake returns begin with: `http://127.0.0.1:…/<host>`. */
  baseOf(host: string): string;
}

export interface FakeAnswer {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** An object is sent as JSON. */
  readonly body?: string | Buffer | Readonly<Record<string, unknown>>;
}

/** One endpoint of a fake. Faults and the journal call it by its name. */
export interface FakeRoute {
  /** Such as `publish`; the route of no return is named `commit` in every fake. */
  readonly name: string;
  readonly method: string;
  readonly host: string;
  /** Matches the whole path. */
  readonly path: RegExp;
  /** Which of the requests to this path it answers; all unless set. */
  isFor?(request: FakeRequest): boolean;
  /** @param groups those of `path` */
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
  /** The name that our API has for the platform. */
  readonly name: string;
  readonly label: string;
  readonly routes: readonly FakeRoute[];
  /** What everybody can see now, the newest first. */
  posts(): readonly ShownPost[];
  /** Ends every grant of an account, as its owner does in the settings of the platform. */
  revokeAll(username?: string): void;
}

/** What every fake is made with. */
export interface FakeOptions {
  /** Unix milliseconds. */
  readonly now: () => number;
  /** How long processing takes, milliseconds by `now`; 0 unless set. */
  readonly processingMs?: number;
  /** Posts of an account that the platform takes in 24 hours; that of the platform unless set. */
  readonly dailyPosts?: number;
}
