import { Check, Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import type { Platform } from '../domain/catalogue/social-platforms.js';
import type { PostErrorCode, PublicationState } from '../domain/catalogue/social-states.js';
import { TIME } from './columns.js';

/** A picture or clip as sent to one platform. */
export interface Rendition {
  readonly key: string;
  readonly contentType: string;
  /** Size in bytes. */
  readonly size: number;
  readonly width: number;
  readonly height: number;
  readonly durationMs: number | null;
}

/** A post on one platform. `state` changes only by compare-and-set. */
@Entity('social_publication')
@ForeignKey('social_post', ['postId'], ['id'], {
  name: 'social_publication_post_fk',
  onDelete: 'CASCADE',
})
@Check(
  'social_publication_state',
  "state IN ('waiting', 'preparing', 'armed', 'published', 'failed', 'cancelled')",
)
@Check('social_publication_error', "(state IN ('failed', 'cancelled')) = (error_code IS NOT NULL)")
@Check('social_publication_sent', 'sent_no BETWEEN 0 AND attempt_no')
@Index('social_publication_account', ['socialAccountId'])
export class SocialPublication {
  @PrimaryColumn({
    type: 'text',
    name: 'post_id',
    primaryKeyConstraintName: 'social_publication_pk',
  })
  postId!: string;
  @PrimaryColumn({ type: 'text', primaryKeyConstraintName: 'social_publication_pk' })
  platform!: Platform;
  /** The connection when the post was accepted; it may no longer exist. */
  @Column({ name: 'social_account_id', type: 'text' }) socialAccountId!: string;
  @Column({ type: 'text', default: 'waiting' }) state!: PublicationState;
  /** The price for this platform. */
  @Column({ type: 'integer' }) credits!: number;
  /** Number of times that a commit was permitted: 1 for the first commit, never more than 2. */
  @Column({ name: 'attempt_no', type: 'integer', default: 0 }) attemptNo!: number;
  /**
   * The last arming whose commit has begun; if below `attemptNo`, nothing was sent for the newest
   * arming.
   */
  @Column({ name: 'sent_no', type: 'integer', default: 0 }) sentNo!: number;
  /**
   * Until this time a commit may be in flight, even if its worker was lost; null if there is none.
   */
  @Column({ ...TIME, name: 'open_until', nullable: true }) openUntil!: Date | null;
  /** The adapter's state: ids and URLs on the platform. */
  @Column({ type: 'jsonb', default: {} }) refs!: Record<
    string,
    string | number | boolean | readonly string[]
  >;
  @Column({ type: 'jsonb', default: [] }) renditions!: Rendition[];
  @Column({ name: 'sent_text', type: 'text', nullable: true }) sentText!: string | null;
  /** When the publication was armed; later, when its commit began. */
  @Column({ ...TIME, name: 'armed_at', nullable: true }) armedAt!: Date | null;
  @Column({ name: 'remote_post_id', type: 'text', nullable: true }) remotePostId!: string | null;
  @Column({ type: 'text', nullable: true }) url!: string | null;
  @Column({ name: 'error_code', type: 'text', nullable: true }) errorCode!: PostErrorCode | null;
  /** The platform's failure kind and code, for operators; never a user's text. */
  @Column({ name: 'platform_code', type: 'text', nullable: true }) platformCode!: string | null;
  @Column({ ...TIME, name: 'settled_at', nullable: true }) settledAt!: Date | null;
  /**
   * When the post was found to be published after all; its credits had already been refunded, and
   * stay refunded.
   */
  @Column({ ...TIME, name: 'found_at', nullable: true }) foundAt!: Date | null;
}
