import { Check, Column, Entity, Index, PrimaryColumn } from 'typeorm';
import type { Platform, PostMedia } from '../domain/catalogue/social-platforms.js';
import type { PostStatus } from '../domain/catalogue/social-states.js';
import type { Metadata } from '../domain/contract/metadata.js';
import type { SocialSettings } from '../domain/contract/social-settings.js';
import { TIME } from './columns.js';

/** A picture or clip as it was when the post was accepted: the post's own copy. */
export interface PostSource {
  readonly key: string;
  readonly contentType: string;
  /** Size in bytes. */
  readonly size: number;
  readonly width: number;
  readonly height: number;
  readonly durationMs: number | null;
}

/** A note on a part that one platform leaves out or changes. */
export interface PostNote {
  readonly platform: Platform;
  readonly message: string;
}

/** A requested change; fields that are absent do not change. */
export interface PostProposal {
  /** The request's Idempotency-Key, which identifies the request for the run. */
  readonly key: string;
  readonly caption?: string | null;
  /** The time as the caller wrote it. */
  readonly scheduledAt?: string;
  /** Notes on a new text. */
  readonly notes?: PostNote[];
}

/**
 * A post of generations to platforms, immediate or scheduled. `status` changes only by
 * compare-and-set.
 */
@Entity('social_post')
@Check(
  'social_post_status',
  "status IN ('scheduled', 'published', 'partial', 'failed', 'cancelled')",
)
@Check('social_post_refund', 'refunded_credits BETWEEN 0 AND credits')
@Check('social_post_settled', "(settled_at IS NULL) = (status = 'scheduled')")
@Index('social_post_page', { synchronize: false })
@Index('social_post_calendar', { synchronize: false })
@Index('social_post_metadata', { synchronize: false })
@Index('social_post_open', ['accountId'], { where: "status = 'scheduled'" })
@Index('social_post_due', ['dueAt', 'id'], { where: "status = 'scheduled'" })
export class SocialPost {
  @PrimaryColumn({ type: 'text', primaryKeyConstraintName: 'social_post_pk' }) id!: string;
  @Column({ name: 'account_id', type: 'text' }) accountId!: string;
  @Column({ name: 'key_id', type: 'text' }) keyId!: string;
  @Column({ name: 'character_id', type: 'text' }) characterId!: string;
  @Column({ type: 'text', array: true }) platforms!: Platform[];
  @Column({ type: 'text', nullable: true }) caption!: string | null;
  @Column({ name: 'generation_ids', type: 'text', array: true }) generationIds!: string[];
  /** The time as the caller wrote it; null for an immediate post. */
  @Column({ name: 'scheduled_at', type: 'text', nullable: true }) scheduledAt!: string | null;
  /** The scheduled time as a point in time; for an immediate post, when it was accepted. */
  @Column({ ...TIME, name: 'due_at' }) dueAt!: Date;
  /** The caller's own pairs. */
  @Column({ type: 'jsonb', default: {} }) metadata!: Metadata;
  @Column({ type: 'jsonb' }) settings!: SocialSettings;
  /** Notes shown with the post, because nothing is dropped silently. */
  @Column({ type: 'jsonb', default: [] }) notes!: PostNote[];
  @Column({ type: 'text' }) media!: PostMedia;
  @Column({ type: 'jsonb' }) sources!: PostSource[];
  @Column({ type: 'text' }) status!: PostStatus;
  @Column({ type: 'integer' }) credits!: number;
  @Column({ name: 'refunded_credits', type: 'integer', default: 0 }) refundedCredits!: number;
  /** Incremented by each move or change, so that the run knows which change it has received. */
  @Column({ type: 'integer', default: 1 }) version!: number;
  /** The latest requested change. Its text must not enter a run's history. */
  @Column({ type: 'jsonb', nullable: true }) proposal!: PostProposal | null;
  @Column({ ...TIME, name: 'created_at' }) createdAt!: Date;
  @Column({ ...TIME, name: 'settled_at', nullable: true }) settledAt!: Date | null;
  /** When the reconciler last found the post's run alive; null if it never had to check. */
  @Column({ ...TIME, name: 'run_seen_at', nullable: true }) runSeenAt!: Date | null;
}
