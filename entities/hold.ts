import { Check, Column, Entity, Index, PrimaryColumn, Unique } from 'typeorm';
import { CREATED, CREDITS, TIME } from './columns.js';

/**
 * Credits reserved until an outcome is known. Closed exactly once: settled (in whole or part) or
 * released.
 */
@Entity('hold')
@Unique('hold_ref', ['refType', 'refId'])
@Check('hold_amounts', 'settled_sub BETWEEN 0 AND sub AND settled_pur BETWEEN 0 AND pur')
@Check('hold_state', "state IN ('open', 'settled', 'released')")
@Index('hold_open', ['accountId'], { where: "state = 'open'" })
export class Hold {
  @PrimaryColumn({ type: 'text', primaryKeyConstraintName: 'hold_pk' }) id!: string;
  @Column({ name: 'account_id', type: 'text' }) accountId!: string;
  @Column({ name: 'ref_type', type: 'text' }) refType!: string;
  @Column({ name: 'ref_id', type: 'text' }) refId!: string;
  @Column({ name: 'key_id', type: 'text' }) keyId!: string;
  /** The generation's type and model, kept after the generation is deleted. */
  @Column({ type: 'text', nullable: true }) type!: string | null;
  @Column({ type: 'text', nullable: true }) model!: string | null;
  /** First day of the UTC month in which the hold was created: refunds lower that month's sum. */
  @Column({ type: 'date' }) month!: string;
  @Column({ ...CREDITS, default: undefined }) sub!: number;
  @Column({ ...CREDITS, default: undefined }) pur!: number;
  @Column({ ...CREDITS, name: 'settled_sub' }) settledSub!: number;
  @Column({ ...CREDITS, name: 'settled_pur' }) settledPur!: number;
  @Column({ type: 'text', default: 'open' }) state!: 'open' | 'settled' | 'released';
  @Column(CREATED) createdAt!: Date;
  @Column({ ...TIME, name: 'closed_at', nullable: true }) closedAt!: Date | null;
}
