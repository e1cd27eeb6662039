import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { CREATED } from './columns.js';

/**
 * The stored response to a request that changed state, written in the same transaction as the
 * change.
 */
@Entity('idempotency_key')
@Index('idempotency_key_age', ['createdAt'])
@Index('idempotency_key_generation', { synchronize: false })
@Index('idempotency_key_speech', { synchronize: false })
export class IdempotencyKey {
  @PrimaryColumn({
    name: 'account_id',
    type: 'text',
    primaryKeyConstraintName: 'idempotency_key_pk',
  })
  accountId!: string;
  @PrimaryColumn({ type: 'text', primaryKeyConstraintName: 'idempotency_key_pk' }) key!: string;
  /** SHA-256 of method, path and canonical body. */
  @Column({ type: 'text' }) fingerprint!: string;
  @Column({ type: 'integer' }) status!: number;
  /** The response's exact bytes. */
  @Column({ type: 'text' }) body!: string;
  /** The request that was answered; null for a cancel, whose response a worker stores. */
  @Column({ name: 'request_id', type: 'text', nullable: true }) requestId!: string | null;
  @Column(CREATED) createdAt!: Date;
}
