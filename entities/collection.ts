import { Check, Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { CREATED } from './columns.js';

/** A named set of an account's generations. Names are unique per account, without case. */
@Entity('collection')
@Check('collection_items', 'items >= 0')
@Index('collection_name', { synchronize: false })
@Index('collection_page', ['accountId', 'createdAt', 'id'])
export class Collection {
  @PrimaryColumn({ type: 'text', primaryKeyConstraintName: 'collection_pk' }) id!: string;
  @Column({ name: 'account_id', type: 'text' }) accountId!: string;
  @Column({ type: 'text' }) name!: string;
  /** Number of the collection's rows in `collection_item`, so that the limit is one guarded UPDATE. */
  @Column({ type: 'integer', default: 0 }) items!: number;
  @Column(CREATED) createdAt!: Date;
}
