import { Check, Column, type ColumnOptions, Entity, Index, PrimaryColumn, Unique } from 'typeorm';
import type { MediaKind } from '../domain/catalogue/media-types.js';
import { TIME } from './columns.js';

/** A size that may be unknown; `pg` returns a bigint as text. */
const BYTES: ColumnOptions = {
  type: 'bigint',
  nullable: true,
  transformer: {
    to: (value: number | null) => value,
    from: (value: string | null) => (value === null ? null : Number(value)),
  },
};

/**
 * A caller's file. `pending` rows wait for the caller's PUT; only `ready` rows have a checked copy.
 * `staging` rows mark a counted import in progress; no caller sees them.
 */
@Entity('upload')
@Unique('upload_source', ['accountId', 'sourceKey'])
@Check('upload_status', "status IN ('staging', 'pending', 'ready')")
@Check('upload_ready', "status <> 'ready' OR (object_key IS NOT NULL AND size IS NOT NULL)")
@Index('upload_of_box', ['accountId', 'boxId', 'createdAt'], { where: 'box_id IS NOT NULL' })
@Index('upload_expiry', ['expiresAt'])
@Index('upload_staged', ['uploadExpiresAt'], {
  where: "status = 'pending' AND staging_key IS NOT NULL",
})
export class Upload {
  @PrimaryColumn({ type: 'text', primaryKeyConstraintName: 'upload_pk' }) id!: string;
  @Column({ name: 'account_id', type: 'text' }) accountId!: string;
  @Column({ type: 'text' }) status!: 'staging' | 'pending' | 'ready';
  @Column({ type: 'text' }) kind!: MediaKind;
  /** Declared by the caller until the file is checked, then detected. */
  @Column({ name: 'content_type', type: 'text' }) contentType!: string;
  @Column(BYTES) size!: number | null;
  @Column({ ...BYTES, name: 'declared_size' }) declaredSize!: number | null;
  /**
   * In seconds: the length of a video's picture track, or of the longest audio track. Measured from
   * the samples during the check, because a caller can write any value into the header. Null for
   * images, and until the upload is ready.
   */
  @Column({ name: 'duration_seconds', type: 'double precision', nullable: true })
  durationSeconds!: number | null;
  /**
   * Displayed pixels of pictures and video. Null for audio, and for files from before sizes were
   * stored.
   */
  @Column({ type: 'integer', nullable: true }) width!: number | null;
  @Column({ type: 'integer', nullable: true }) height!: number | null;
  /**
   * The key that the caller PUTs to; only the check reads it. Null after the sweep has removed the
   * object.
   */
  @Column({ name: 'staging_key', type: 'text', nullable: true }) stagingKey!: string | null;
  /** The last refused version of the staged file, and the reason. */
  @Column({ name: 'judged_etag', type: 'text', nullable: true }) judgedEtag!: string | null;
  @Column({ name: 'judged_message', type: 'text', nullable: true }) judgedMessage!: string | null;
  /** The checked copy's key. */
  @Column({ name: 'object_key', type: 'text', nullable: true }) objectKey!: string | null;
  /** Identifies the import's request and field, so that a retry finds the upload again. */
  @Column({ name: 'source_key', type: 'text', nullable: true }) sourceKey!: string | null;
  @Column({ name: 'box_id', type: 'text', nullable: true }) boxId!: string | null;
  @Column({ ...TIME, name: 'created_at' }) createdAt!: Date;
  @Column({ ...TIME, name: 'expires_at' }) expiresAt!: Date;
  @Column({ ...TIME, name: 'upload_expires_at', nullable: true }) uploadExpiresAt!: Date | null;
}
