import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { CREATED } from './columns.js';

/** A refused request, by its own id: the caller, the route and the response. */
@Entity('refused_request')
@Index('refused_request_age', ['createdAt'])
export class RefusedRequest {
  @PrimaryColumn({ type: 'text', primaryKeyConstraintName: 'refused_request_pk' }) id!: string;
  @Column({ name: 'account_id', type: 'text', nullable: true }) accountId!: string | null;
  @Column({ name: 'key_id', type: 'text', nullable: true }) keyId!: string | null;
  @Column({ type: 'text' }) operation!: string;
  @Column({ type: 'integer' }) status!: number;
  @Column({ type: 'text' }) code!: string;
  @Column({ type: 'integer' }) ms!: number;
  @Column(CREATED) createdAt!: Date;
}
