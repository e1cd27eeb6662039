import { Check, Column, Entity, Index, PrimaryColumn } from 'typeorm';
import type {
  GenerationError,
  GenerationStatus,
  Stage,
  TimelineEntry,
  WorkType,
} from '../domain/catalogue/stages.js';
import type { Makers } from '../domain/catalogue/makers.js';
import type {
  GenerationInput,
  GenerationOptions,
  OutputFacts,
} from '../domain/contract/generation-input.js';
import type { ImageRequest } from '../domain/contract/image.js';
import type { Metadata } from '../domain/contract/metadata.js';
import type { StoredSpeech } from '../domain/contract/speech.js';
import type { VideoRequest } from '../domain/contract/video.js';
import { TIME } from './columns.js';

/** One requested image, video or speech. `status` changes only by compare-and-set. */
@Entity('generation')
@Check('generation_refund', 'refunded_credits BETWEEN 0 AND credits')
@Index('generation_page', { synchronize: false })
@Index('generation_words', { synchronize: false })
@Index('generation_titles', { synchronize: false })
@Index('generation_metadata', { synchronize: false })
@Index('generation_unfinished_page', { synchronize: false })
@Index('generation_video_page', { synchronize: false })
@Index('generation_speech_page', { synchronize: false })
@Index('generation_character_page', { synchronize: false })
@Index('generation_model_page', { synchronize: false })
@Index('generation_favorite_page', { synchronize: false })
@Index('generation_inputs', { synchronize: false })
@Index('generation_open', ['accountId'], { where: "status IN ('queued', 'processing')" })
@Index('generation_open_since', ['createdAt', 'id'], {
  where: "status IN ('queued', 'processing')",
})
@Index('generation_completed', ['completedAt'], { where: "status = 'completed'" })
@Index('generation_failed', ['createdAt', 'id'], { where: "status = 'failed'" })
export class Generation {
  @PrimaryColumn({ type: 'text', primaryKeyConstraintName: 'generation_pk' }) id!: string;
  @Column({ name: 'account_id', type: 'text' }) accountId!: string;
  @Column({ name: 'key_id', type: 'text' }) keyId!: string;
  @Column({ type: 'text' }) type!: WorkType;
  @Column({ type: 'text' }) model!: string;
  @Column({ type: 'text' }) status!: GenerationStatus;
  @Column({ type: 'integer' }) credits!: number;
  @Column({ name: 'refunded_credits', type: 'integer', default: 0 }) refundedCredits!: number;
  @Column({ type: 'jsonb' }) request!: ImageRequest | VideoRequest | StoredSpeech;
  /** Input files. In the API, `request` shows only their number and kind. */
  @Column({ type: 'jsonb', default: [] }) inputs!: GenerationInput[];
  /** Options that are not part of the stored `request`. */
  @Column({ type: 'jsonb', default: {} }) options!: GenerationOptions;
  /** The caller's own pairs. */
  @Column({ type: 'jsonb', default: {} }) metadata!: Metadata;
  /** The owner's own name for the result. */
  @Column({ type: 'text', nullable: true }) title!: string | null;
  @Column({ type: 'boolean', default: false }) favorite!: boolean;
  /** Analysis results by stage: sentences for the prompt. */
  @Column({ type: 'jsonb', default: {} }) analysis!: Partial<Record<Stage, string>>;
  /** Prompts that a text model wrote, for the image and for the video. */
  @Column({ type: 'jsonb', default: {} }) written!: { image?: string; video?: string };
  /** The providers that created the finished parts. */
  @Column({ type: 'jsonb', default: {} }) makers!: Makers;
  /**
   * Upstream messages about failed steps, by the step's id in its run. Messages under keys that end
   * in `/operators` are never shown to callers.
   */
  @Column({ name: 'failure_texts', type: 'jsonb', default: {} })
  failureTexts!: Record<string, string>;
  @Column({ name: 'output_key', type: 'text', nullable: true }) outputKey!: string | null;
  @Column({ name: 'thumbnail_key', type: 'text', nullable: true }) thumbnailKey!: string | null;
  /** Measurements of the output; null for images and videos, and until it is stored. */
  @Column({ name: 'output_facts', type: 'jsonb', nullable: true })
  outputFacts!: OutputFacts | null;
  @Column({ type: 'jsonb', nullable: true }) error!: GenerationError | null;
  @Column({ type: 'jsonb', default: [] }) timeline!: TimelineEntry[];
  @Column({ ...TIME, name: 'created_at' }) createdAt!: Date;
  @Column({ ...TIME, name: 'started_at', nullable: true }) startedAt!: Date | null;
  @Column({ ...TIME, name: 'completed_at', nullable: true }) completedAt!: Date | null;
  /** When the reconciler last found the generation's run alive; null if it never had to check. */
  @Column({ ...TIME, name: 'run_seen_at', nullable: true }) runSeenAt!: Date | null;
}
