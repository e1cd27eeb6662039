import { Check, Column, Entity, PrimaryColumn } from 'typeorm';
import { CREDITS } from './columns.js';

/**
 * Credits that a key holds or has spent in one UTC calendar month; refunds lower the number again.
 */
@Entity('key_month')
@Check('key_month_no_negative', 'spent >= 0')
export class KeyMonth {
  @PrimaryColumn({ name: 'key_id', type: 'text', primaryKeyConstraintName: 'key_month_pk' })
  keyId!: string;
  @PrimaryColumn({ type: 'date', primaryKeyConstraintName: 'key_month_pk' }) month!: string;
  @Column(CREDITS) spent!: number;
}
