import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { CREATED, TIME } from './columns.js';

/** A link that signs in once. Only the SHA-256 of its secret is stored. */
@Entity('sign_in_link')
@Index('sign_in_link_account', ['accountId'])
export class SignInLink {
  @PrimaryColumn({
    name: 'secret_hash',
    type: 'bytea',
    primaryKeyConstraintName: 'sign_in_link_pk',
  })
  secretHash!: Buffer;
  @Column({ name: 'account_id', type: 'text' }) accountId!: string;
  @Column({ name: 'member_id', type: 'text', nullable: true }) memberId!: string | null;
  @Column({ type: 'boolean', default: false }) operator!: boolean;
  @Column({ ...TIME, name: 'expires_at' }) expiresAt!: Date;
  @Column({ ...TIME, name: 'used_at', nullable: true }) usedAt!: Date | null;
  @Column(CREATED) createdAt!: Date;
}
