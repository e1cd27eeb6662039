import { Check, Column, Entity, Index, PrimaryColumn } from 'typeorm';
import type { MediaKind } from '../domain/catalogue/media-types.js';
import { COUNT, TIME } from './columns.js';

/** A box where people add files for an account, for one day. Anyone with its id may add files. */
@Entity('upload_box')
@Check('upload_box_accept', 'cardinality(accept) > 0')
@Index('upload_box_account', ['accountId', 'expiresAt'])
@Index('upload_box_expiry', ['expiresAt'])
export class UploadBox {
  @PrimaryColumn({ type: 'text', primaryKeyConstraintName: 'upload_box_pk' }) id!: string;
  @Column({ name: 'account_id', type: 'text' }) accountId!: string;
  /**
   * The key whose rights the box's files need: the box closes if the key that opened it is revoked.
   */
  @Column({ name: 'key_id', type: 'text' }) keyId!: string;
  /** A text on the box's page about the requested files. */
  @Column({ type: 'text', nullable: true }) purpose!: string | null;
  /** Kinds of files that the box accepts. */
  @Column({ type: 'text', array: true }) accept!: MediaKind[];
  /** Number and bytes of all files begun; they never decrease. */
  @Column({ type: 'integer', default: 0 }) files!: number;
  @Column(COUNT) bytes!: number;
  @Column({ ...TIME, name: 'created_at' }) createdAt!: Date;
  @Column({ ...TIME, name: 'expires_at' }) expiresAt!: Date;
}
