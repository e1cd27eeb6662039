import { Column, Entity, ForeignKey, PrimaryColumn } from 'typeorm';
import type { NotedDeliveryError } from '../domain/catalogue/delivery-states.js';
import { TIME } from './columns.js';

/** One attempt to deliver an event, with the endpoint's response. */
@Entity('delivery_attempt')
@ForeignKey('webhook_delivery', ['deliveryId'], ['id'], {
  name: 'delivery_attempt_delivery_fk',
  onDelete: 'CASCADE',
})
export class DeliveryAttempt {
  @PrimaryColumn({
    name: 'delivery_id',
    type: 'text',
    primaryKeyConstraintName: 'delivery_attempt_pk',
  })
  deliveryId!: string;
  /** The attempt's number, from 1. */
  @PrimaryColumn({ type: 'integer', primaryKeyConstraintName: 'delivery_attempt_pk' }) n!: number;
  @Column({ type: 'text' }) url!: string;
  @Column({ ...TIME, name: 'started_at' }) startedAt!: Date;
  @Column({ name: 'duration_ms', type: 'integer' }) durationMs!: number;
  /** The response's status; null if there was no response. */
  @Column({ type: 'integer', nullable: true }) status!: number | null;
  /** The error; null if the event was delivered. */
  @Column({ type: 'text', nullable: true }) error!: NotedDeliveryError | null;
  /** The beginning of the response body. */
  @Column({ type: 'text' }) excerpt!: string;
}
