import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { TIME } from './columns.js';

/**
 * The state of the response. `open`: not sent yet. `lost`: the connection closed before the
 * response was sent. `failed`: an error was sent, and clients retry.
 */
export type Delivery = 'open' | 'lost' | 'failed' | 'sent';

/**
 * A request from a client that sends no Idempotency-Key, kept for as long as it may be retried
 * (docs/decisions/0052-retries-without-a-key.md). The key for its work is derived from its id.
 */
@Entity('unkeyed_request')
@Index('unkeyed_request_same', ['accountId', 'fingerprint'])
@Index('unkeyed_request_age', ['touchedAt'])
export class UnkeyedRequest {
  @PrimaryColumn({ type: 'text', primaryKeyConstraintName: 'unkeyed_request_pk' }) id!: string;
  @Column({ name: 'account_id', type: 'text' }) accountId!: string;
  /** SHA-256 of API key, method, path and body; the same for a retry. */
  @Column({ type: 'text' }) fingerprint!: string;
  /** Number of the client's retries when it sent the request that now holds this row. */
  @Column({ type: 'integer' }) attempt!: number;
  @Column({ type: 'text' }) delivery!: Delivery;
  @Column({ ...TIME, name: 'touched_at', default: () => 'now()' }) touchedAt!: Date;
}
