import type { DataSource, EntityManager } from 'typeorm';
import type { Description } from '../ports/vision.js';
import type { SubjectJob } from '../catalogue/runs.js';
import type { CharacterAnalysis } from '../contract/character.js';
import type { ProductAnalysis } from '../contract/product.js';
import type { WorkflowToStart } from '../durable/start-workflow.js';
import { affected, oneOf } from '../../entities/rows.js';

/** The workflow that looks at the photos of a new character or product. */
export function analysisWorkflow(job: SubjectJob, accountId: string): WorkflowToStart {
  return {
    workflowId: `analysis-${job.subject}-${job.id}`,
    workflowType: 'analyseSubject',
    args: [job],
    accountId,
    summary: `analysis · ${job.subject} · ${accountId}`,
    attributes: { AccountId: accountId },
  };
}

/** Characters that are kept. A model may write more, but a prompt needs no more. */
const TEXT_MAX = 4_000;
const TYPE_MAX = 60;

/** Cuts a text, and removes what PostgreSQL cannot store in JSON. */
const toStorable = (text: string, max: number) =>
  text.replaceAll('\0', '').slice(0, max).toWellFormed();

/** `analysis` of a character. */
export function characterAnalysis(text: string): CharacterAnalysis {
  return { character_analysis: { detailed_description: toStorable(text, TEXT_MAX) } };
}

/** `analysis` of a product; its type is `product` when the looker cannot tell. */
export function productAnalysis({ type, text }: Description): ProductAnalysis {
  return {
    product_analysis: {
      type: toStorable(type ?? '', TYPE_MAX).trim() || 'product',
      detailed_description: toStorable(text, TEXT_MAX),
    },
  };
}

/**
 * Finds the photos that are still to be analysed; none when that was done or the subject is gone.
 */
export async function findPhotosToAnalyse(
  db: DataSource | EntityManager,
  { subject, id }: SubjectJob,
): Promise<readonly string[]> {
  const row = await oneOf<{ photos: string[] }>(
    db,
    `SELECT photos FROM ${subject} WHERE id = $1 AND analysis IS NULL`,
    [id],
  );
  return row?.photos ?? [];
}

/**
 * Stores what was seen, once: a repeated step changes nothing.
 * @returns false when it was stored before or the subject is gone
 */
export async function recordSubjectAnalysis(
  db: DataSource | EntityManager,
  { subject, id }: SubjectJob,
  seen: Description,
): Promise<boolean> {
  const analysis = subject === 'character' ? characterAnalysis(seen.text) : productAnalysis(seen);
  const count = await affected(
    db,
    `UPDATE ${subject} SET analysis = $2, updated_at = now() WHERE id = $1 AND analysis IS NULL`,
    [id, JSON.stringify(analysis)],
  );
  return count === 1;
}
