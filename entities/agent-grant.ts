import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { CREATED, TIME } from './columns.js';

/**
 * A person's permission for an agent. The scopes and the cap belong to its key, which counts its
 * credits, rate and usage. Nobody knows a secret that matches that key's hash.
 */
@Entity('agent_grant')
@Index('agent_grant_account', ['accountId', 'createdAt'])
@Index('agent_grant_member', ['memberId'], { where: 'member_id IS NOT NULL' })
@Index('agent_grant_age', ['expiresAt'])
export class AgentGrant {
  /** Also the grant's id in `oauth_record`; not secret. */
  @PrimaryColumn({ type: 'text', primaryKeyConstraintName: 'agent_grant_pk' }) id!: string;
  @Column({ name: 'account_id', type: 'text' }) accountId!: string;
  /** The person who gave the permission; null for the account holder. */
  @Column({ name: 'member_id', type: 'text', nullable: true }) memberId!: string | null;
  @Column({ name: 'key_id', type: 'text' }) keyId!: string;
  @Column({ name: 'client_id', type: 'text' }) clientId!: string;
  /** The agent's self-declared name, unverified. */
  @Column({ name: 'client_name', type: 'text' }) clientName!: string;
  /** The host that publishes the agent's metadata, or else its redirect host. */
  @Column({ name: 'client_host', type: 'text' }) clientHost!: string;
  @Column(CREATED) createdAt!: Date;
  /** When the grant's last token expires. An agent in use keeps getting new tokens. */
  @Column({ ...TIME, name: 'expires_at' }) expiresAt!: Date;
}
