import { Check, Column, Entity, Index, PrimaryColumn } from 'typeorm';
import type { CharacterAnalysis } from '../domain/contract/character.js';
import { TIME } from './columns.js';

/** A person who stays the same across generations: of photos, or of a preset portrait. */
@Entity('character')
@Check('character_type', "type IN ('photo', 'preset')")
@Index('character_account', ['accountId', 'createdAt'])
export class Character {
  @PrimaryColumn({ type: 'text', primaryKeyConstraintName: 'character_pk' }) id!: string;
  @Column({ name: 'account_id', type: 'text' }) accountId!: string;
  @Column({ type: 'text' }) name!: string;
  @Column({ type: 'text' }) gender!: 'male' | 'female';
  /** Null is the standard voice, whichever that is. */
  @Column({ name: 'voice_key', type: 'text', nullable: true }) voiceKey!: string | null;
  @Column({ type: 'text' }) type!: 'photo' | 'preset';
  @Column({ name: 'preset_base_id', type: 'text', nullable: true }) presetBaseId!: string | null;
  /** Object keys, the clearest view first. */
  @Column({ type: 'jsonb' }) photos!: string[];
  /** Null until a workflow has looked at the photos. */
  @Column({ type: 'jsonb', nullable: true }) analysis!: CharacterAnalysis | null;
  /** Names the photos, the model and the question that `analysis` is the answer to. */
  @Column({ name: 'photos_hash', type: 'text', nullable: true }) photosHash!: string | null;
  @Column({ ...TIME, name: 'created_at' }) createdAt!: Date;
  @Column({ ...TIME, name: 'updated_at' }) updatedAt!: Date;
}
