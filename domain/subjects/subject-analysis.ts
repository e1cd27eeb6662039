import type { DataSource, EntityManager } from 'typeorm';
import type { Description } from '../ports/vision.js';
import type { SubjectJob } from '../catalogue/runs.js';
import type { CharacterAnalysis } from '../contract/character.js';
import type { ProductAnalysis } from '../contract/product.js';
import type { WorkflowToStart } from '../durable/start-workflow.js';
import { executeAndCount, queryOne } from '../../entities/rows.js';

/** Builds the workflow that analyses the photos of a new character or product. */
export function buildAnalysisWorkflow(job: SubjectJob, accountId: string): WorkflowToStart {
  return {
    workflowId: `analysis-${job.subject}-${job.id}`,
    workflowType: 'analyseSubject',
    args: [job],
    accountId,
    summary: `analysis · ${job.subject} · ${accountId}`,
    attributes: { AccountId: accountId },
  };
}

/** Maximum stored characters. A model may write more, but a prompt needs no more. */
const TEXT_MAX = 4_000;
const TYPE_MAX = 60;

/** Cuts a text, and removes characters that PostgreSQL cannot store in JSON. */
const toStorable = (text: string, max: number) =>
  text.replaceAll('\0', '').slice(0, max).toWellFormed();

/** Builds a character's `analysis`. */
export function buildCharacterAnalysis(text: string): CharacterAnalysis {
  return { character_analysis: { detailed_description: toStorable(text, TEXT_MAX) } };
}

/** Builds a product's `analysis`; its type is `product` if it was not recognized. */
export function buildProductAnalysis({ type, text }: Description): ProductAnalysis {
  return {
    product_analysis: {
      type: toStorable(type ?? '', TYPE_MAX).trim() || 'product',
      detailed_description: toStorable(text, TEXT_MAX),
    },
  };
}

/** A subject's photos that are not analysed yet. */
export interface AnalysisPhotos {
  readonly accountId: string;
  readonly photos: readonly string[];
}

/**
 * Finds the photos that are not analysed yet; null if they already are, or the subject no longer
 * exists.
 */
export const findPhotosToAnalyse = (
  db: DataSource | EntityManager,
  { subject, id }: SubjectJob,
): Promise<AnalysisPhotos | null> =>
  queryOne<AnalysisPhotos>(
    db,
    `SELECT account_id AS "accountId", photos FROM ${subject} WHERE id = $1 AND analysis IS NULL`,
    [id],
  );

/**
 * Reuses the description of the same photos from another of the account's subjects.
 * @param hash identifies the photos, the model and its question
 * @returns false if there is no such description, or the subject has an analysis or no longer
 * exists
 */
export async function reuseAnalysis(
  db: DataSource | EntityManager,
  { subject, id }: SubjectJob,
  accountId: string,
  hash: string,
): Promise<boolean> {
  const count = await executeAndCount(
    db,
    `UPDATE ${subject} AS mine
     SET analysis = known.analysis, photos_hash = $3, updated_at = now()
     FROM (SELECT analysis FROM ${subject}
       WHERE account_id = $2 AND photos_hash = $3 AND analysis IS NOT NULL LIMIT 1) AS known
     WHERE mine.id = $1 AND mine.analysis IS NULL`,
    [id, accountId, hash],
  );
  return count === 1;
}

/**
 * Stores the description once: a repeated step changes nothing.
 * @returns false if a description was already stored or the subject no longer exists
 */
export async function recordSubjectAnalysis(
  db: DataSource | EntityManager,
  { subject, id }: SubjectJob,
  seen: Description,
  hash: string,
): Promise<boolean> {
  const analysis =
    subject === 'character' ? buildCharacterAnalysis(seen.text) : buildProductAnalysis(seen);
  const count = await executeAndCount(
    db,
    `UPDATE ${subject} SET analysis = $2, photos_hash = $3, updated_at = now()
     WHERE id = $1 AND analysis IS NULL`,
    [id, JSON.stringify(analysis), hash],
  );
  return count === 1;
}
