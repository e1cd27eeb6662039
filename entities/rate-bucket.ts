import { Column, Entity, PrimaryColumn } from 'typeorm';

/** Request rate of a key: one theoretical arrival time (GCRA). UNLOGGED in the migration. */
@Entity('rate_bucket')
export class RateBucket {
  @PrimaryColumn({ name: 'key_id', type: 'text', primaryKeyConstraintName: 'rate_bucket_pk' })
  keyId!: string;
  @Column({ type: 'timestamptz' }) tat!: Date;
}
