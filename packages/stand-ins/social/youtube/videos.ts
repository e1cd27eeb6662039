import type { ClipFacts } from '../clip-facts.js';
import type { FakeOptions, ShownMedia, ShownPost } from '../fake.js';
import type { FakeUser } from '../oauth.js';
import { toBody, toWord, type Body } from './answers.js';

export interface YouTubeFakeOptions extends FakeOptions {
  /**
   * Whether the project is audited; true by default. Videos of an unaudited project are locked
   * private.
   */
  readonly isAudited?: boolean;
  /** Names of users without a channel. */
  readonly withoutChannel?: readonly string[];
  /** Lifetime of an upload session in milliseconds, also after its last byte; a week by default. */
  readonly sessionMs?: number;
}

const WEEK = 7 * 24 * 3_600_000;
const PACIFIC_DAY = new Intl.DateTimeFormat('en-CA', { timeZone: 'America/Los_Angeles' });

/** An upload session, from the announcement on. */
export interface Session {
  readonly id: string;
  readonly user: FakeUser;
  readonly resource: Body;
  readonly size: number;
  readonly until: number;
  readonly parts: Buffer[];
  received: number;
  video: Video | null;
}

export interface Video {
  readonly id: string;
  readonly user: FakeUser;
  readonly resource: Body;
  readonly media: ShownMedia;
  /** The file's metadata; null if YouTube cannot read the file. */
  readonly facts: ClipFacts | null;
  readonly at: number;
}

/** All of the fake's uploads and videos. */
export class Videos {
  readonly #sessions: Session[] = [];
  readonly #videos: Video[] = [];
  /** Uploads per day in California over all channels, because the project has one quota. */
  readonly #uploads = new Map<string, number>();

  constructor(private readonly options: YouTubeFakeOptions) {}

  /**
   * Takes one upload from the daily quota.
   * @returns false if the quota is used up
   */
  takeUpload(): boolean {
    const day = PACIFIC_DAY.format(this.options.now());
    const count = (this.#uploads.get(day) ?? 0) + 1;
    if (count > (this.options.dailyPosts ?? 100)) return false;
    this.#uploads.set(day, count);
    return true;
  }

  open(user: FakeUser, resource: Body, size: number): Session {
    const session: Session = {
      id: `s${this.#sessions.length + 1}`,
      user,
      resource,
      size,
      until: this.options.now() + (this.options.sessionMs ?? WEEK),
      parts: [],
      received: 0,
      video: null,
    };
    this.#sessions.push(session);
    return session;
  }

  findSession(id: string | null): Session | undefined {
    const now = this.options.now();
    return this.#sessions.find((session) => session.id === id && session.until > now);
  }

  publish(session: Session, media: ShownMedia, facts: ClipFacts | null): Video {
    const video: Video = {
      id: `dQw4w9Wg${String(this.#videos.length + 1).padStart(3, '0')}`,
      user: session.user,
      resource: session.resource,
      media,
      facts,
      at: this.options.now(),
    };
    session.video = video;
    this.#videos.push(video);
    return video;
  }

  /** Returns a user's videos, newest first. */
  findUserVideos({ id }: FakeUser): Video[] {
    return this.#videos.filter(({ user }) => user.id === id).toReversed();
  }

  computePrivacy({ resource }: Video): string {
    if (this.options.isAudited === false) return 'private';
    return toWord(toBody(resource['status'])['privacyStatus'], 'public');
  }

  /** Builds a video's resource for the answers to uploads and reads. */
  describe(video: Video): Body {
    const isReady = video.at + (this.options.processingMs ?? 0) <= this.options.now();
    const seconds = Math.round(video.facts?.seconds ?? 0);
    const uploadStatus = isReady ? 'processed' : 'uploaded';
    const rejected = { uploadStatus: 'rejected', rejectionReason: 'invalidFile' };
    return {
      kind: 'youtube#video',
      id: video.id,
      snippet: { ...toBody(video.resource['snippet']), channelId: buildChannelId(video.user) },
      status: {
        ...(video.facts ? { uploadStatus } : rejected),
        privacyStatus: this.computePrivacy(video),
      },
      contentDetails: { duration: isReady ? `PT${seconds}S` : 'P0D' },
    };
  }

  shown(): ShownPost[] {
    return this.#videos
      .filter(({ facts }) => facts !== null)
      .map((video) => this.#show(video))
      .toReversed();
  }

  #show(video: Video): ShownPost {
    const { snippet, status } = video.resource;
    const { selfDeclaredMadeForKids, containsSyntheticMedia } = toBody(status);
    const { width = 0, height = 0, seconds = 0 } = video.facts ?? {};
    const isShort = width <= height && seconds <= 180;
    const page = isShort ? `shorts/${video.id}` : `watch?v=${video.id}`;
    return {
      id: video.id,
      url: `https://www.youtube.com/${page}`,
      username: video.user.username,
      title: toWord(toBody(snippet)['title']),
      text: toWord(toBody(snippet)['description']),
      media: [video.media],
      labels: [
        this.computePrivacy(video),
        ...(isShort ? ['short'] : []),
        ...(containsSyntheticMedia === true ? ['made with AI'] : []),
        ...(selfDeclaredMadeForKids === true ? ['made for kids'] : []),
      ],
      at: video.at,
    };
  }
}

export const buildChannelId = ({ id }: FakeUser): string => `UC${id.padStart(22, '0')}`;
