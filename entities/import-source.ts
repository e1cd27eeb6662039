import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { TIME } from './columns.js';

const PRIMARY = { type: 'text', primaryKeyConstraintName: 'import_source_pk' } as const;

/** An account's attempts to import from one URL, counted since the first attempt. */
@Entity('import_source')
@Index('import_source_since', ['since'])
export class ImportSource {
  @PrimaryColumn({ ...PRIMARY, name: 'account_id' }) accountId!: string;
  /** SHA-256 of the URL, which may contain one of the caller's secrets. */
  @PrimaryColumn(PRIMARY) source!: string;
  @Column({ ...TIME }) since!: Date;
  @Column({ type: 'integer' }) failed!: number;
  @Column({ name: 'under_way', type: 'integer' }) underWay!: number;
}
