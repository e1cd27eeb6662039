import { Check, Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { CREATED } from './columns.js';

/** An account's cloned voice, with the consent of the person whose voice it is. */
@Entity('voice')
@Check('voice_gender', "gender IN ('female', 'male', 'neutral')")
@Index('voice_account', ['accountId', 'createdAt', 'id'])
export class Voice {
  /** The `voice_key`. */
  @PrimaryColumn({ type: 'text', primaryKeyConstraintName: 'voice_pk' }) id!: string;
  @Column({ name: 'account_id', type: 'text' }) accountId!: string;
  @Column({ type: 'text' }) name!: string;
  @Column({ type: 'text' }) gender!: 'female' | 'male' | 'neutral';
  /** BCP 47 tag of the language in the recording. */
  @Column({ type: 'text' }) language!: string;
  /** Object key of the recording. */
  @Column({ type: 'text' }) recording!: string;
  /** Name of the person in the recording. */
  @Column({ type: 'text' }) speaker!: string;
  /** The words with which that person agreed. */
  @Column({ type: 'text' }) statement!: string;
  /** The key that stated the consent. */
  @Column({ name: 'key_id', type: 'text' }) keyId!: string;
  /** Idempotency key of the request that created it, whose stored answer shows the consent. */
  @Column({ name: 'answer_key', type: 'text' }) answerKey!: string;
  @Column(CREATED) createdAt!: Date;
}
