import { Column, Entity, ForeignKey, PrimaryColumn } from 'typeorm';
import { CREATED, TIME } from './columns.js';

/** An account's signing secret for callbacks; created when it is first needed. */
@Entity('callback_secret')
@ForeignKey('account', ['accountId'], ['id'], { name: 'callback_secret_account_fk' })
export class CallbackSecret {
  @PrimaryColumn({
    name: 'account_id',
    type: 'text',
    primaryKeyConstraintName: 'callback_secret_pk',
  })
  accountId!: string;
  /** The secret, sealed. */
  @Column({ type: 'text' }) secret!: string;
  /** The secret before the last rotation, sealed; it also signs until `previousUntil`. */
  @Column({ name: 'previous_secret', type: 'text', nullable: true })
  previousSecret!: string | null;
  @Column({ ...TIME, name: 'previous_until', nullable: true }) previousUntil!: Date | null;
  @Column(CREATED) createdAt!: Date;
}
