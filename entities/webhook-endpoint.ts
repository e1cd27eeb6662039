import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import type { EventType } from '../domain/catalogue/event-types.js';
import { CREATED, TIME } from './columns.js';

/**
 * The URL that receives an account's events. Deleting an endpoint removes the row; its deliveries
 * stay for a while.
 */
@Entity('webhook_endpoint')
@ForeignKey('account', ['accountId'], ['id'], { name: 'webhook_endpoint_account_fk' })
@Index('webhook_endpoint_account', ['accountId'])
export class WebhookEndpoint {
  @PrimaryColumn({ type: 'text', primaryKeyConstraintName: 'webhook_endpoint_pk' }) id!: string;
  @Column({ name: 'account_id', type: 'text' }) accountId!: string;
  @Column({ type: 'text' }) url!: string;
  @Column({ type: 'text', array: true }) events!: EventType[];
  @Column({ type: 'text' }) description!: string;
  @Column({ type: 'boolean', default: true }) enabled!: boolean;
  /** No longer written: earlier versions disabled an endpoint that answered 410 (`gone`). */
  @Column({ name: 'disabled_reason', type: 'text', nullable: true })
  disabledReason!: 'gone' | null;
  /** The secret, sealed and not hashed, because an HMAC needs the clear text. */
  @Column({ type: 'text' }) secret!: string;
  /** The secret before the last rotation, sealed; it also signs until `previousUntil`. */
  @Column({ name: 'previous_secret', type: 'text', nullable: true })
  previousSecret!: string | null;
  @Column({ ...TIME, name: 'previous_until', nullable: true }) previousUntil!: Date | null;
  @Column(CREATED) createdAt!: Date;
}
