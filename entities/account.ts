import { Check, Column, Entity, Index, PrimaryColumn } from 'typeorm';
import type { LimitName, PlanName } from '../domain/catalogue/plans.js';
import { CREATED, CREDITS, TIME } from './columns.js';

/** A paying account: plan, credit buckets (available and held), job slots, suspension. */
@Entity('account')
@Check(
  'account_no_negative',
  'sub >= 0 AND pur >= 0 AND held_sub >= 0 AND held_pur >= 0 AND active_jobs >= 0',
)
@Index('account_page', ['createdAt', 'id'])
@Check('account_webhooks', 'webhooks >= 0')
@Check('account_subjects', 'characters >= 0 AND products >= 0')
export class Account {
  @PrimaryColumn({ type: 'text', primaryKeyConstraintName: 'account_pk' }) id!: string;
  @Column({ type: 'text' }) name!: string;
  @Column({ type: 'text' }) plan!: PlanName;
  @Column({ name: 'raised_limits', type: 'jsonb', default: {} })
  raisedLimits!: Partial<Record<LimitName, number>>;
  @Column(CREDITS) sub!: number;
  @Column(CREDITS) pur!: number;
  @Column({ ...CREDITS, name: 'held_sub' }) heldSub!: number;
  @Column({ ...CREDITS, name: 'held_pur' }) heldPur!: number;
  @Column({ name: 'active_jobs', type: 'integer', default: 0 }) activeJobs!: number;
  /** Number of the account's rows in each table, so that a limit is one guarded UPDATE. */
  @Column({ type: 'integer', default: 0 }) characters!: number;
  @Column({ type: 'integer', default: 0 }) products!: number;
  @Column({ type: 'integer', default: 0 }) webhooks!: number;
  @Column({ type: 'integer', default: 0 }) collections!: number;
  @Column({ type: 'integer', default: 0 }) voices!: number;
  @Column({ name: 'low_notified_on', type: 'date', nullable: true }) lowNotifiedOn!: string | null;
  @Column({ ...TIME, name: 'suspended_at', nullable: true }) suspendedAt!: Date | null;
  /**
   * Generations that count against the sustained rate; decays with time from
   * `generationsCountedAt`.
   */
  @Column({ name: 'generations_counted', type: 'double precision', default: 0 })
  generationsCounted!: number;
  @Column({ ...TIME, name: 'generations_counted_at', default: () => 'now()' })
  generationsCountedAt!: Date;
  /** When the account's contents were deleted and its keys revoked; the ledger stays. */
  @Column({ ...TIME, name: 'deleted_at', nullable: true }) deletedAt!: Date | null;
  @Column(CREATED) createdAt!: Date;
}
