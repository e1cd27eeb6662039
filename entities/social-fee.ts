import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import type { Platform } from '../domain/catalogue/social-platforms.js';
import { CREATED, CREDITS, TIME } from './columns.js';

/**
 * A paid period of a connected account. It outlives the connection: reconnecting the same account
 * before its end does not cost a second fee.
 */
@Entity('social_fee')
@Index('social_fee_remote', ['accountId', 'platform', 'remoteId', 'paidUntil'])
@Index('social_fee_paid_for', ['paidFor'])
export class SocialFee {
  /** `<connection>/<period>`, also the reference of the ledger movement. */
  @PrimaryColumn({ type: 'text', primaryKeyConstraintName: 'social_fee_pk' }) id!: string;
  @Column({ name: 'account_id', type: 'text' }) accountId!: string;
  @Column({ type: 'text' }) platform!: Platform;
  @Column({ name: 'remote_id', type: 'text' }) remoteId!: string;
  /** The connection that it currently pays for. */
  @Column({ name: 'paid_for', type: 'text' }) paidFor!: string;
  @Column({ ...CREDITS, default: undefined }) credits!: number;
  @Column({ ...TIME, name: 'paid_until' }) paidUntil!: Date;
  @Column(CREATED) createdAt!: Date;
}
