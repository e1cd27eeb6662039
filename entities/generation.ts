import { Check, Column, Entity, Index, PrimaryColumn } from 'typeorm';
import type {
  GenerationError,
  GenerationStatus,
  GenerationType,
  Stage,
  TimelineEntry,
} from '../domain/catalogue/stages.js';
import type { Makers } from '../domain/catalogue/makers.js';
import type { GenerationInput, GenerationOptions } from '../domain/contract/generation-input.js';
import type { ImageRequest } from '../domain/contract/image.js';
import type { VideoRequest } from '../domain/contract/video.js';
import { TIME } from './columns.js';

/** One requested image or video. `status` changes only by compare-and-set. */
@Entity('generation')
@Check('generation_refund', 'refunded_credits BETWEEN 0 AND credits')
@Index('generation_page', { synchronize: false })
@Index('generation_words', { synchronize: false })
@Index('generation_unfinished_page', { synchronize: false })
@Index('generation_video_page', { synchronize: false })
@Index('generation_character_page', { synchronize: false })
@Index('generation_model_page', { synchronize: false })
@Index('generation_open', ['accountId'], { where: "status IN ('queued', 'processing')" })
@Index('generation_open_since', ['createdAt', 'id'], {
  where: "status IN ('queued', 'processing')",
})
@Index('generation_failed', ['createdAt', 'id'], { where: "status = 'failed'" })
export class Generation {
  @PrimaryColumn({ type: 'text', primaryKeyConstraintName: 'generation_pk' }) id!: string;
  @Column({ name: 'account_id', type: 'text' }) accountId!: string;
  @Column({ name: 'key_id', type: 'text' }) keyId!: string;
  @Column({ type: 'text' }) type!: GenerationType;
  @Column({ type: 'text' }) model!: string;
  @Column({ type: 'text' }) status!: GenerationStatus;
  @Column({ type: 'integer' }) credits!: number;
  @Column({ name: 'refunded_credits', type: 'integer', default: 0 }) refundedCredits!: number;
  @Column({ type: 'jsonb' }) request!: ImageRequest | VideoRequest;
  /** Input files. The API shows only their number and kind, in `request`. */
  @Column({ type: 'jsonb', default: [] }) inputs!: GenerationInput[];
  /** Choices that are not part of the stored `request`. */
  @Column({ type: 'jsonb', default: {} }) options!: GenerationOptions;
  /** Results of analyses by stage: sentences for the prompt. */
  @Column({ type: 'jsonb', default: {} }) analysis!: Partial<Record<Stage, string>>;
  /** Prompts that a text model wrote, by the part that they are for. */
  @Column({ type: 'jsonb', default: {} }) written!: { image?: string; video?: string };
  /** The providers of its finished parts. */
  @Column({ type: 'jsonb', default: {} }) makers!: Makers;
  /**
   * Messages of upstreams about failed steps, by the id of the step in its run. Messages under keys
   * that end in `/operators` are never shown to callers.
   */
  @Column({ name: 'failure_texts', type: 'jsonb', default: {} })
  failureTexts!: Record<string, string>;
  @Column({ name: 'output_key', type: 'text', nullable: true }) outputKey!: string | null;
  @Column({ name: 'thumbnail_key', type: 'text', nullable: true }) thumbnailKey!: string | null;
  @Column({ type: 'jsonb', nullable: true }) error!: GenerationError | null;
  @Column({ type: 'jsonb', default: [] }) timeline!: TimelineEntry[];
  @Column({ ...TIME, name: 'created_at' }) createdAt!: Date;
  @Column({ ...TIME, name: 'started_at', nullable: true }) startedAt!: Date | null;
  @Column({ ...TIME, name: 'completed_at', nullable: true }) completedAt!: Date | null;
  /** When the reconciler last found its run alive; null if it never had to check. */
  @Column({ ...TIME, name: 'run_seen_at', nullable: true }) runSeenAt!: Date | null;
}
