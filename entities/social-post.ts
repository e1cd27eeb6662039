import { Check, Column, Entity, Index, PrimaryColumn } from 'typeorm';
import type { Platform, PostMedia } from '../domain/catalogue/social-platforms.js';
import type { PostStatus } from '../domain/catalogue/social-states.js';
import type { SocialSettings } from '../domain/contract/social-settings.js';
import { TIME } from './columns.js';

/** A picture or clip as it was when the post was accepted: a copy that belongs to the post. */
export interface PostSource {
  readonly key: string;
  readonly contentType: string;
  /** Bytes. */
  readonly size: number;
  readonly width: number;
  readonly height: number;
  readonly durationMs: number | null;
}

/** What one platform does not take as it was given. */
export interface PostNote {
  readonly platform: Platform;
  readonly message: string;
}

/** A change that the run is asked for; what is absent stays. */
export interface PostProposal {
  /** Idempotency-Key of the request, by which the run knows it. */
  readonly key: string;
  readonly caption?: string | null;
  /** As the caller wrote it. */
  readonly scheduledAt?: string;
  /** With a new text: what is told of it. */
  readonly notes?: PostNote[];
}

/** Generations on their way to platforms, now or at a time. `status` changes by compare-and-set. */
@Entity('social_post')
@Check(
  'social_post_status',
  "status IN ('scheduled', 'published', 'partial', 'failed', 'cancelled')",
)
@Check('social_post_refund', 'refunded_credits BETWEEN 0 AND credits')
@Check('social_post_settled', "(settled_at IS NULL) = (status = 'scheduled')")
@Index('social_post_page', { synchronize: false })
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
  /** The time as the caller wrote it; null for a post that is made at once. */
  @Column({ name: 'scheduled_at', type: 'text', nullable: true }) scheduledAt!: string | null;
  /** The same as a moment; of a post that is made at once, when it was accepted. */
  @Column({ ...TIME, name: 'due_at' }) dueAt!: Date;
  @Column({ type: 'jsonb' }) settings!: SocialSettings;
  /** Told with the post, as nothing that is given is dropped in silence. */
  @Column({ type: 'jsonb', default: [] }) notes!: PostNote[];
  @Column({ type: 'text' }) media!: PostMedia;
  @Column({ type: 'jsonb' }) sources!: PostSource[];
  @Column({ type: 'text' }) status!: PostStatus;
  @Column({ type: 'integer' }) credits!: number;
  @Column({ name: 'refunded_credits', type: 'integer', default: 0 }) refundedCredits!: number;
  /** Counts moves and changes, so that the run knows which one it has heard of. */
  @Column({ type: 'integer', default: 1 }) version!: number;
  /** The latest change that was asked for, in words that no history of a run may hold. */
  @Column({ type: 'jsonb', nullable: true }) proposal!: PostProposal | null;
  @Column({ ...TIME, name: 'created_at' }) createdAt!: Date;
  @Column({ ...TIME, name: 'settled_at', nullable: true }) settledAt!: Date | null;
  /** When the reconciler last found its run alive; null as long as it had no reason to look. */
  @Column({ ...TIME, name: 'run_seen_at', nullable: true }) runSeenAt!: Date | null;
}
