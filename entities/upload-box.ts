import { Check, Column, Entity, Index, PrimaryColumn } from 'typeorm';
import type { MediaKind } from '../domain/catalogue/media-types.js';
import { COUNT, TIME } from './columns.js';

/** Where people put files for an account, for a day. Whoever knows its id may add some. */
@Entity('upload_box')
@Check('upload_box_accept', 'cardinality(accept) > 0')
@Index('upload_box_account', ['accountId', 'expiresAt'])
@Index('upload_box_expiry', ['expiresAt'])
export class UploadBox {
  @PrimaryColumn({ type: 'text', primaryKeyConstraintName: 'upload_box_pk' }) id!: string;
  @Column({ name: 'account_id', type: 'text' }) accountId!: string;
  /** Whose rights its files need: the box closes with the key that has opened it. */
  @Column({ name: 'key_id', type: 'text' }) keyId!: string;
  /** What its page says about the files that are wanted. */
  @Column({ type: 'text', nullable: true }) purpose!: string | null;
  /** Kinds of files that it takes. */
  @Column({ type: 'text', array: true }) accept!: MediaKind[];
  /** Files that were begun, and their bytes; they only grow. */
  @Column({ type: 'integer', default: 0 }) files!: number;
  @Column(COUNT) bytes!: number;
  @Column({ ...TIME, name: 'created_at' }) createdAt!: Date;
  @Column({ ...TIME, name: 'expires_at' }) expiresAt!: Date;
}
