import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import type { Platform } from '../domain/catalogue/social-platforms.js';
import { CREATED, CREDITS, TIME } from './columns.js';

/**
 * A paid period of a connected account. It outlives the connection: if the same account is
 * reconnected before the period ends, no second fee is charged.
 */
@Entity('social_fee')
@Index('social_fee_remote', ['accountId', 'platform', 'remoteId', 'paidUntil'])
@Index('social_fee_paid_for', ['paidFor'])
export class SocialFee {
  /** `<connection>/<period>`; also the ledger movement's reference. */
  @PrimaryColumn({ type: 'text', primaryKeyConstraintName: 'social_fee_pk' }) id!: string;
  @Column({ name: 'account_id', type: 'text' }) accountId!: string;
  @Column({ type: 'text' }) platform!: Platform;
  @Column({ name: 'remote_id', type: 'text' }) remoteId!: string;
  /** The connection that the period currently pays for. */
  @Column({ name: 'paid_for', type: 'text' }) paidFor!: string;
  @Column({ ...CREDITS, default: undefined }) credits!: number;
  @Column({ ...TIME, name: 'paid_until' }) paidUntil!: Date;
  @Column(CREATED) createdAt!: Date;
}
