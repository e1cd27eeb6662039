import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { CREATED, TIME } from './columns.js';

/** A team member: their keys spend the credits of the account that they belong to. */
@Entity('member')
@ForeignKey('account', ['accountId'], ['id'], { name: 'member_account_fk' })
@Index('member_account', ['accountId'])
export class Member {
  @PrimaryColumn({ type: 'text', primaryKeyConstraintName: 'member_pk' }) id!: string;
  @Column({ name: 'account_id', type: 'text' }) accountId!: string;
  @Column({ type: 'text' }) name!: string;
  @Column(CREATED) createdAt!: Date;
  @Column({ ...TIME, name: 'removed_at', nullable: true }) removedAt!: Date | null;
}
