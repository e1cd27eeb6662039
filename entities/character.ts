import { Check, Column, Entity, Index, PrimaryColumn } from 'typeorm';
import type { CharacterAnalysis } from '../domain/contract/character.js';
import { TIME } from './columns.js';

/** A person with the same appearance across generations, from photos or a preset portrait. */
@Entity('character')
@Check('character_type', "type IN ('photo', 'preset')")
@Index('character_account', ['accountId', 'createdAt'])
export class Character {
  @PrimaryColumn({ type: 'text', primaryKeyConstraintName: 'character_pk' }) id!: string;
  @Column({ name: 'account_id', type: 'text' }) accountId!: string;
  @Column({ type: 'text' }) name!: string;
  @Column({ type: 'text' }) gender!: 'male' | 'female';
  /** The voice's key; null for the standard voice. */
  @Column({ name: 'voice_key', type: 'text', nullable: true }) voiceKey!: string | null;
  @Column({ type: 'text' }) type!: 'photo' | 'preset';
  @Column({ name: 'preset_base_id', type: 'text', nullable: true }) presetBaseId!: string | null;
  /** Object keys, the clearest view first. */
  @Column({ type: 'jsonb' }) photos!: string[];
  /** The analysis; null until a workflow has analysed the photos. */
  @Column({ type: 'jsonb', nullable: true }) analysis!: CharacterAnalysis | null;
  /** Identifies the photos, the model and the question that produced `analysis`. */
  @Column({ name: 'photos_hash', type: 'text', nullable: true }) photosHash!: string | null;
  @Column({ ...TIME, name: 'created_at' }) createdAt!: Date;
  @Column({ ...TIME, name: 'updated_at' }) updatedAt!: Date;
}
