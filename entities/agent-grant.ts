import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { CREATED, TIME } from './columns.js';

/**
 * What a person lets an agent do. The scopes and the cap are those of its key, through which money,
 * rates and usage count it; nobody knows a text with the hash of that key.
 */
@Entity('agent_grant')
@Index('agent_grant_account', ['accountId', 'createdAt'])
@Index('agent_grant_member', ['memberId'], { where: 'member_id IS NOT NULL' })
@Index('agent_grant_age', ['expiresAt'])
export class AgentGrant {
  /** Also the id of the grant in `oauth_record`, and no secret. */
  @PrimaryColumn({ type: 'text', primaryKeyConstraintName: 'agent_grant_pk' }) id!: string;
  @Column({ name: 'account_id', type: 'text' }) accountId!: string;
  /** Who allowed it; null for whoever holds the account itself. */
  @Column({ name: 'member_id', type: 'text', nullable: true }) memberId!: string | null;
  @Column({ name: 'key_id', type: 'text' }) keyId!: string;
  @Column({ name: 'client_id', type: 'text' }) clientId!: string;
  /** What the agent calls itself: nobody has checked it. */
  @Column({ name: 'client_name', type: 'text' }) clientName!: string;
  /** The host that publishes its metadata, or to which it leads back. */
  @Column({ name: 'client_host', type: 'text' }) clientHost!: string;
  @Column(CREATED) createdAt!: Date;
  /** When its last token ends. An agent that goes on using it gets new ones. */
  @Column({ ...TIME, name: 'expires_at' }) expiresAt!: Date;
}
