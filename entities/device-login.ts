import { Check, Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { CREATED, TIME } from './columns.js';

/**
 * A program that waits until a person allows it an API key. Only the SHA-256 of its codes is
 * stored.
 */
@Entity('device_login')
@Check('device_login_status', "status IN ('pending', 'approved', 'denied')")
@Index('device_login_user', ['userHash'], { unique: true })
@Index('device_login_network', ['network', 'expiresAt'])
@Index('device_login_age', ['expiresAt'])
export class DeviceLogin {
  @PrimaryColumn({
    name: 'device_hash',
    type: 'bytea',
    primaryKeyConstraintName: 'device_login_pk',
  })
  deviceHash!: Buffer;
  @Column({ name: 'user_hash', type: 'bytea' }) userHash!: Buffer;
  @Column({ name: 'client_name', type: 'text' }) clientName!: string;
  /** The network that started the login. The person who answers it sees it. */
  @Column({ type: 'text' }) network!: string;
  @Column({ type: 'text', default: 'pending' }) status!: 'pending' | 'approved' | 'denied';
  /** The key that was created for the program; null unless a person allowed it. */
  @Column({ name: 'key_id', type: 'text', nullable: true }) keyId!: string | null;
  /** The key in clear text, sealed. */
  @Column({ name: 'sealed_key', type: 'text', nullable: true }) sealedKey!: string | null;
  @Column({ ...TIME, name: 'polled_at', nullable: true }) polledAt!: Date | null;
  /** Time of the first delivery of the key. */
  @Column({ ...TIME, name: 'claimed_at', nullable: true }) claimedAt!: Date | null;
  @Column(CREATED) createdAt!: Date;
  @Column({ ...TIME, name: 'expires_at' }) expiresAt!: Date;
}
