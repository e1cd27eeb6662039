import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import type { EventType } from '../domain/catalogue/event-types.js';
import { CREATED } from './columns.js';

/**
 * The URL that receives the events of one generation or post. Stored separately from
 * `webhook_endpoint`, because an account can have many callbacks: lists, plan limits and the
 * fan-out of other events ignore them. Deliveries reference it by `id`, like an endpoint.
 */
@Entity('webhook_callback')
@Index('webhook_callback_id', ['id'], { unique: true })
@Index('webhook_callback_account', ['accountId'])
@Index('webhook_callback_age', ['createdAt'])
export class WebhookCallback {
  /** Id of the generation or post. */
  @PrimaryColumn({
    name: 'ref_id',
    type: 'text',
    primaryKeyConstraintName: 'webhook_callback_pk',
  })
  refId!: string;
  @Column({ type: 'text' }) id!: string;
  @Column({ name: 'account_id', type: 'text' }) accountId!: string;
  @Column({ type: 'text' }) url!: string;
  @Column({ type: 'text', array: true }) events!: EventType[];
  @Column(CREATED) createdAt!: Date;
}
