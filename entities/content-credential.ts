import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { COUNT, CREATED } from './columns.js';

/**
 * A signature of a generation's output. An output can have several, because a step whose result was
 * lost is repeated and may sign again; the stored object has one of the hashes.
 */
@Entity('content_credential')
@ForeignKey('generation', ['generationId'], ['id'], {
  name: 'content_credential_generation_fk',
  onDelete: 'CASCADE',
})
export class ContentCredential {
  @PrimaryColumn({
    name: 'generation_id',
    type: 'text',
    primaryKeyConstraintName: 'content_credential_pk',
  })
  generationId!: string;
  /** SHA-256 of the whole signed file, in hex. */
  @Index('content_credential_sha256')
  @PrimaryColumn({ type: 'text', primaryKeyConstraintName: 'content_credential_pk' })
  sha256!: string;
  /**
   * SHA-256 of the pixels and sound only, so that a copy without its metadata has the same hash;
   * null if unknown.
   */
  @Index('content_credential_content')
  @Column({ name: 'content_hash', type: 'text', nullable: true })
  contentHash!: string | null;
  /** Size of the signed file in bytes. */
  @Column(COUNT) size!: number;
  /** The manifest store; null if it is larger than we keep. */
  @Column({ type: 'bytea', nullable: true }) manifest!: Buffer | null;
  /** Code in the pixels, by which an image that was encoded again is found; null without one. */
  @Index('content_credential_watermark', { where: 'watermark IS NOT NULL' })
  @Column({ type: 'text', nullable: true })
  watermark!: string | null;
  /** Fingerprint of the signer's certificate (SHA-256, in hex); null if it was not recorded. */
  @Column({ name: 'signed_by', type: 'text', nullable: true }) signedBy!: string | null;
  @Column(CREATED) createdAt!: Date;
}
