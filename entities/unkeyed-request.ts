import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { TIME } from './columns.js';

/**
 * What the client got. `open`: nothing yet. `lost`: its connection closed before the answer was sent.
 * `failed`: an error, after which clients retry.
 */
export type Delivery = 'open' | 'lost' | 'failed' | 'sent';

/**
 * A request of a client that sends no Idempotency-Key, for as long as it may be retried
 * (docs/decisions/0052-retries-without-a-key.md). The key of its work is derived from its id.
 */
@Entity('unkeyed_request')
@Index('unkeyed_request_same', ['accountId', 'fingerprint'])
@Index('unkeyed_request_age', ['touchedAt'])
export class UnkeyedRequest {
  @PrimaryColumn({ type: 'text', primaryKeyConstraintName: 'unkeyed_request_pk' }) id!: string;
  @Column({ name: 'account_id', type: 'text' }) accountId!: string;
  /** SHA-256 of API key, method, path and body: a retry has the same. */
  @Column({ type: 'text' }) fingerprint!: string;
  /** How often the client had retried when it sent the request that holds this row. */
  @Column({ type: 'integer' }) attempt!: number;
  @Column({ type: 'text' }) delivery!: Delivery;
  @Column({ ...TIME, name: 'touched_at', default: () => 'now()' }) touchedAt!: Date;
}
