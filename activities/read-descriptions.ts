import type { DataSource } from 'typeorm';
import { Character } from '../entities/character.js';
import type { Generation } from '../entities/generation.js';
import { Product } from '../entities/product.js';

/** Descriptions of a generation's content; null for content without a description. */
export interface KnownDescriptions {
  readonly scene: string | null;
  readonly character: string | null;
  readonly product: string | null;
}

/** Reads this request's analysis results, and the descriptions of its character and product. */
export async function readKnown(db: DataSource, row: Generation): Promise<KnownDescriptions> {
  const { character_id: characterId, product_id: productId } = row.request;
  const owned = { accountId: row.accountId };
  const character = characterId
    ? await db.manager.findOneBy(Character, { id: characterId, ...owned })
    : null;
  const product = productId
    ? await db.manager.findOneBy(Product, { id: productId, ...owned })
    : null;
  return {
    scene: row.analysis.scene_analysis ?? null,
    character:
      character?.analysis?.character_analysis.detailed_description ??
      row.analysis.character_analysis ??
      null,
    product: product?.analysis?.product_analysis.detailed_description ?? null,
  };
}
