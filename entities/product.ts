import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import type { ProductAnalysis } from '../domain/contract/product.js';
import { TIME } from './columns.js';

/** An item that generations reproduce faithfully. */
@Entity('product')
@Index('product_account', ['accountId', 'createdAt'])
export class Product {
  @PrimaryColumn({ type: 'text', primaryKeyConstraintName: 'product_pk' }) id!: string;
  @Column({ name: 'account_id', type: 'text' }) accountId!: string;
  @Column({ type: 'text' }) name!: string;
  @Column({ type: 'text', nullable: true }) category!: string | null;
  /** Object keys, in the caller's order. */
  @Column({ type: 'jsonb' }) photos!: string[];
  /** The analysis; null until a workflow has analysed the photos. */
  @Column({ type: 'jsonb', nullable: true }) analysis!: ProductAnalysis | null;
  /** Identifies the photos, the model and the question that produced `analysis`. */
  @Column({ name: 'photos_hash', type: 'text', nullable: true }) photosHash!: string | null;
  @Column({ ...TIME, name: 'created_at' }) createdAt!: Date;
  @Column({ ...TIME, name: 'updated_at' }) updatedAt!: Date;
}
