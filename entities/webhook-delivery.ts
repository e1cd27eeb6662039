import { Check, Column, Entity, Index, PrimaryColumn } from 'typeorm';
import type { DeliveryStatus, NotedDeliveryError } from '../domain/catalogue/delivery-states.js';
import type { EventType } from '../domain/catalogue/event-types.js';
import { CREATED, TIME } from './columns.js';

/** One event for one endpoint. `status` changes only by compare-and-set. */
@Entity('webhook_delivery')
@Check(
  'webhook_delivery_status',
  "status IN ('pending', 'delivering', 'delivered', 'failed', 'cancelled', 'skipped')",
)
@Index('webhook_delivery_once', ['endpointId', 'eventId'], {
  unique: true,
  where: 'resend_of IS NULL',
})
@Index('webhook_delivery_log', { synchronize: false })
@Index('webhook_delivery_callbacks', { synchronize: false })
@Index('webhook_delivery_due', { synchronize: false })
@Index('webhook_delivery_open', ['endpointId'], {
  where: "status IN ('pending', 'delivering')",
})
@Index('webhook_delivery_event', ['eventId'])
@Index('webhook_delivery_age', ['createdAt'])
export class WebhookDelivery {
  @PrimaryColumn({ type: 'text', primaryKeyConstraintName: 'webhook_delivery_pk' }) id!: string;
  @Column({ name: 'account_id', type: 'text' }) accountId!: string;
  @Column({ name: 'endpoint_id', type: 'text' }) endpointId!: string;
  /** The generation or post, if the target is its callback and not an endpoint. */
  @Column({ name: 'callback_ref', type: 'text', nullable: true }) callbackRef!: string | null;
  @Column({ name: 'event_id', type: 'text' }) eventId!: string;
  @Column({ type: 'text' }) type!: EventType;
  @Column({ type: 'text' }) status!: DeliveryStatus;
  @Column({ type: 'integer', default: 0 }) attempts!: number;
  /** Maximum attempts; 1 for a test event. */
  @Column({ name: 'attempts_max', type: 'integer' }) attemptsMax!: number;
  @Column({ name: 'last_status', type: 'integer', nullable: true }) lastStatus!: number | null;
  @Column({ name: 'last_error', type: 'text', nullable: true })
  lastError!: NotedDeliveryError | null;
  @Column({ ...TIME, name: 'next_attempt_at', nullable: true }) nextAttemptAt!: Date | null;
  /** The delivery that this delivery repeats at the caller's request. */
  @Column({ name: 'resend_of', type: 'text', nullable: true }) resendOf!: string | null;
  @Column(CREATED) createdAt!: Date;
}
