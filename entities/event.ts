import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { CREATED } from './columns.js';

/** An event for webhooks. The id is deterministic, so a repeated step cannot emit it twice. */
@Entity('event')
@Index('event_account', ['accountId', 'createdAt'])
@Index('event_feed', ['accountId', 'epoch', 'writtenBy', 'id'])
@Index('event_age', ['createdAt'])
export class Event {
  @PrimaryColumn({ type: 'text', primaryKeyConstraintName: 'event_pk' }) id!: string;
  @Column({ name: 'account_id', type: 'text' }) accountId!: string;
  @Column({ type: 'text' }) type!: string;
  /** Text, not jsonb, because a webhook signs exactly these bytes. */
  @Column({ type: 'text' }) body!: string;
  /**
   * The transaction that wrote the event: readers continue from this transaction. Transactions do
   * not commit in the order in which they begin, so neither a time nor a sequence would work.
   */
  @Column({ name: 'written_by', type: 'bigint' }) writtenBy!: string;
  /** The transaction's epoch: transaction ids are comparable only within one epoch. */
  @Column({ type: 'integer', default: () => 'current_event_epoch()' }) epoch!: number;
  @Column(CREATED) createdAt!: Date;
}
