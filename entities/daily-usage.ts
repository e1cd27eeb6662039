import { Column, Entity, PrimaryColumn } from 'typeorm';
import { CREDITS } from './columns.js';

/** The allowances that an account has used on one UTC day. */
@Entity('daily_usage')
export class DailyUsage {
  @PrimaryColumn({
    name: 'account_id',
    type: 'text',
    primaryKeyConstraintName: 'daily_usage_pk',
  })
  accountId!: string;
  @PrimaryColumn({ type: 'date', primaryKeyConstraintName: 'daily_usage_pk' }) day!: string;
  @Column({ type: 'integer', default: 0 }) files!: number;
  @Column(CREDITS) bytes!: number;
  /** Number of analyses of character and product photos. */
  @Column({ name: 'vision_calls', type: 'integer', default: 0 }) visionCalls!: number;
}
