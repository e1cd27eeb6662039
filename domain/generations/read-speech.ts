import type { EntityManager } from 'typeorm';
import { Generation } from '../../entities/generation.js';
import type { GenerationStatus } from '../catalogue/stages.js';
import type { GenerationLinks } from '../contract/generation.js';
import { presentSpeech, type SpeechBody } from '../contract/speech.js';
import { readPage, type Page, type PageRequest } from '../durable/read-page.js';

/** Reads the current state of an account's speech; null if the account has none with this id. */
export async function readSpeech(
  db: EntityManager,
  { id, accountId }: Pick<Generation, 'id' | 'accountId'>,
  links: GenerationLinks,
): Promise<SpeechBody | null> {
  const row = await db.findOneBy(Generation, { id, accountId, type: 'speech' });
  return row && presentSpeech(row, links);
}

const PAGE_DEFAULT = 20;

/**
 * Reads one page of an account's speech, newest first.
 * @throws {Refusal} VALIDATION_ERROR for an invalid cursor
 */
export function findSpeech(
  db: EntityManager,
  accountId: string,
  { status, ...page }: PageRequest & { readonly status?: GenerationStatus },
): Promise<Page<Generation>> {
  // The condition is not a parameter, because it is the condition of the index of this page.
  const query = db
    .createQueryBuilder(Generation, 'g')
    .where("g.accountId = :accountId AND g.type = 'speech'", { accountId });
  if (status !== undefined) query.andWhere('g.status = :status', { status });
  return readPage(query, page, PAGE_DEFAULT);
}
