import { Column, Entity, PrimaryColumn } from 'typeorm';

/**
 * A key's request rate: one theoretical arrival time (GCRA). The migration makes the table
 * UNLOGGED.
 */
@Entity('rate_bucket')
export class RateBucket {
  @PrimaryColumn({ name: 'key_id', type: 'text', primaryKeyConstraintName: 'rate_bucket_pk' })
  keyId!: string;
  @Column({ type: 'timestamptz' }) tat!: Date;
}
