import { Check, Column, Entity, ForeignKey, Index, PrimaryColumn, Unique } from 'typeorm';
import type { Scope } from '../domain/catalogue/scopes.js';
import { CREATED, TIME } from './columns.js';

/** An API key. Only its SHA-256 is stored; the key itself is shown once. */
@Entity('api_key')
@Unique('api_key_hash', ['hash'])
@Check('api_key_cap', 'monthly_cap >= 0')
@Check('api_key_door', "door IN ('v1', 'app', 'mcp')")
@ForeignKey('account', ['accountId'], ['id'], { name: 'api_key_account_fk' })
@ForeignKey('member', ['memberId'], ['id'], { name: 'api_key_member_fk' })
@ForeignKey('member', ['madeBy'], ['id'], { name: 'api_key_made_by_fk' })
@Index('api_key_account', ['accountId'])
@Index('api_key_made_by', ['madeBy'], { where: 'made_by IS NOT NULL' })
@Index('api_key_app', ['accountId', 'memberId'], {
  unique: true,
  where: "door = 'app' AND revoked_at IS NULL",
})
export class ApiKey {
  @PrimaryColumn({ type: 'text', primaryKeyConstraintName: 'api_key_pk' }) id!: string;
  @Column({ name: 'account_id', type: 'text' }) accountId!: string;
  @Column({ name: 'member_id', type: 'text', nullable: true }) memberId!: string | null;
  /**
   * The member who created a team key, and may still know the key after leaving. Null for personal
   * keys, and for keys created by the account holder or an operator.
   */
  @Column({ name: 'made_by', type: 'text', nullable: true }) madeBy!: string | null;
  @Column({ type: 'bytea' }) hash!: Buffer;
  /** The key's first characters, so that people can recognize it. */
  @Column({ type: 'text' }) prefix!: string;
  @Column({ type: 'text', array: true }) scopes!: Scope[];
  /** Credits per UTC calendar month; null means unlimited. */
  @Column({ name: 'monthly_cap', type: 'integer', nullable: true }) monthlyCap!: number | null;
  /** The key's label for people. */
  @Column({ type: 'text', default: '' }) name!: string;
  /**
   * `app` is the key that counts sessions, `mcp` the key of an agent's grant: nobody knows a secret
   * that matches their hashes.
   */
  @Column({ type: 'text', default: 'v1' }) door!: 'v1' | 'app' | 'mcp';
  /** When the key was last used, accurate to a few minutes. */
  @Column({ ...TIME, name: 'last_used_at', nullable: true }) lastUsedAt!: Date | null;
  @Column(CREATED) createdAt!: Date;
  @Column({ ...TIME, name: 'revoked_at', nullable: true }) revokedAt!: Date | null;
}
