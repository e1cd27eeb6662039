import { Column, Entity, Index, PrimaryColumn, Unique } from 'typeorm';
import { CREATED, TIME } from './columns.js';

/** A passkey of a member, or of the account holder. */
@Entity('passkey')
@Unique('passkey_credential', ['credentialId'])
@Index('passkey_account', ['accountId', 'createdAt'])
export class Passkey {
  @PrimaryColumn({ type: 'text', primaryKeyConstraintName: 'passkey_pk' }) id!: string;
  /** The authenticator's id, base64url. */
  @Column({ name: 'credential_id', type: 'text' }) credentialId!: string;
  @Column({ name: 'public_key', type: 'bytea' }) publicKey!: Buffer;
  /** The authenticator's signature counter; `bigint`, which `pg` returns as text. */
  @Column({ type: 'bigint' }) counter!: string;
  @Column({ type: 'text', array: true }) transports!: string[];
  @Column({ name: 'account_id', type: 'text' }) accountId!: string;
  @Column({ name: 'member_id', type: 'text', nullable: true }) memberId!: string | null;
  @Column({ type: 'text' }) name!: string;
  @Column({ ...TIME, name: 'last_used_at', nullable: true }) lastUsedAt!: Date | null;
  @Column(CREATED) createdAt!: Date;
}
