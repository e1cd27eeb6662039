import { Check, Column, Entity, ForeignKey, Index, PrimaryColumn, Unique } from 'typeorm';
import type { Platform } from '../domain/catalogue/social-platforms.js';
import { CREATED, CREDITS, TIME } from './columns.js';

/** A character's account on a platform. Disconnecting removes the row. */
@Entity('social_account')
@Unique('social_account_place', ['characterId', 'platform'])
@ForeignKey('account', ['accountId'], ['id'], { name: 'social_account_account_fk' })
@Index('social_account_account', ['accountId', 'createdAt'])
@Index('social_account_refresh', ['nextRefreshAt'])
@Index('social_account_fee', ['feeDueAt'])
@Check(
  'social_account_platform',
  "platform IN ('instagram', 'tiktok', 'youtube', 'threads', 'twitter')",
)
@Check('social_account_state', "state IN ('connected', 'needs_login')")
export class SocialAccount {
  /** `sac_` and 32 hex characters; not shown. */
  @PrimaryColumn({ type: 'text', primaryKeyConstraintName: 'social_account_pk' }) id!: string;
  @Column({ name: 'account_id', type: 'text' }) accountId!: string;
  @Column({ name: 'character_id', type: 'text' }) characterId!: string;
  @Column({ type: 'text' }) platform!: Platform;
  /** The account's id on the platform. */
  @Column({ name: 'remote_id', type: 'text' }) remoteId!: string;
  @Column({ type: 'text' }) username!: string;
  @Column({ type: 'text', array: true }) scopes!: string[];
  @Column({ type: 'text', default: 'connected' }) state!: 'connected' | 'needs_login';
  /** `Tokens` as JSON, sealed for the owner `<id>|<platform>|<tokenVersion>`. */
  @Column({ type: 'text' }) tokens!: string;
  /**
   * Incremented when the tokens change; a refresh stores its tokens by compare-and-set on the
   * version.
   */
  @Column({ name: 'token_version', type: 'integer', default: 1 }) tokenVersion!: number;
  @Column({ ...TIME, name: 'tokens_at' }) tokensAt!: Date;
  @Column({ ...TIME, name: 'access_expires_at', nullable: true }) accessExpiresAt!: Date | null;
  /** When the schedule refreshes the tokens if they are not used before then. */
  @Column({ ...TIME, name: 'next_refresh_at' }) nextRefreshAt!: Date;
  /** Fee for the paid period, in credits: 0 or 50. */
  @Column({ ...CREDITS, name: 'fee_credits' }) feeCredits!: number;
  /** Number of periods so far; identifies each period's charge. */
  @Column({ name: 'fee_period', type: 'integer', default: 0 }) feePeriod!: number;
  /** When the fee is next checked. */
  @Column({ ...TIME, name: 'fee_due_at' }) feeDueAt!: Date;
  /** Whether the fee could not be charged; then posts to the account are paused. */
  @Column({ name: 'payment_due', type: 'boolean', default: false }) paymentDue!: boolean;
  @Column(CREATED) createdAt!: Date;
}
