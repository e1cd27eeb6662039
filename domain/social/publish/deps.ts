import type { DataSource, EntityManager } from 'typeorm';
import type { PostForm, PostMedia, Platform } from '../../catalogue/social-platforms.js';
import type { PostErrorCode } from '../../catalogue/social-states.js';
import type { SocialSettings } from '../../contract/social-settings.js';
import type { PostSource, SocialPost } from '../../../entities/social-post.js';
import type { SocialPublication } from '../../../entities/social-publication.js';
import type { Pass } from '../../ports/checkpoint.js';
import type { ObjectStore } from '../../ports/object-store.js';
import type { SocialPlatform } from '../../ports/social-platform.js';
import type { StartDeps, WorkflowToStart } from '../../durable/start-workflow.js';

/** What an access token is used with. */
export interface Access {
  readonly accessToken: string;
  readonly remoteId: string;
  readonly username: string;
}

/** What other rooms of social publishing lend to the run of a post. */
export interface PublishParts {
  /** Uses the token of a connection, refreshed if need be. @throws {PlatformFailure} */
  withToken<T>(
    socialAccountId: string,
    use: (access: Access) => Promise<T>,
    signal: AbortSignal,
  ): Promise<T>;
  findPostable(
    tx: EntityManager,
    ask: { readonly accountId: string; readonly characterId: string; readonly platform: Platform },
  ): Promise<
    | { readonly ok: true; readonly socialAccountId: string }
    | { readonly ok: false; readonly code: PostErrorCode }
  >;
  planPost(ask: {
    readonly platform: Platform;
    readonly caption: string;
    readonly settings: SocialSettings;
    readonly media: PostMedia;
    readonly sources: readonly PostSource[];
  }): { readonly form: PostForm; readonly text: string; readonly title: string | null };
  /** Makes what the platform gets, and writes it into the row. */
  prepareRenditions(postId: string, platform: Platform, signal: AbortSignal): Promise<void>;
  /** Writes the event of a post that has ended, with its deliveries. */
  announcePost(
    tx: EntityManager,
    post: SocialPost,
    publications: readonly SocialPublication[],
  ): Promise<WorkflowToStart[]>;
}

export interface PublishDeps extends StartDeps {
  readonly db: DataSource;
  readonly platforms: ReadonlyMap<Platform, SocialPlatform>;
  readonly store: Pick<ObjectStore, 'read'>;
  readonly mediaUrl: (key: string) => string;
  readonly pass: Pass;
  readonly parts: PublishParts;
}
