import { In, type EntityManager } from 'typeorm';
import { Generation } from '../../entities/generation.js';
import type { ObjectFacts, ObjectStore } from '../ports/object-store.js';
import { Refusal, refuseUnknown } from '../contract/refusal.js';

/** A file in an archive, in its current state. */
export interface ArchiveFile {
  readonly key: string;
  /** The file's name in the archive. */
  readonly name: string;
  readonly size: number;
  readonly at: Date;
}

/** Maximum objects checked in the store concurrently. */
const CHECKS_MAX = 10;

/**
 * Finds the files of completed generations in the requested order, without duplicates.
 * @throws {Refusal} NOT_FOUND for an id that does not belong to the account; CONFLICT for a
 * generation without a file
 */
export async function findArchive(
  { db, store }: { readonly db: { readonly manager: EntityManager }; readonly store: ObjectStore },
  accountId: string,
  ids: readonly string[],
): Promise<ArchiveFile[]> {
  const rows = await db.manager.findBy(Generation, { accountId, id: In([...ids]) });
  const byId = new Map(rows.map((row) => [row.id, row]));
  const wanted = [...new Set(ids)].map((id) => {
    const row = byId.get(id);
    if (!row) throw refuseUnknown('generation', id);
    if (row.status !== 'completed' || row.outputKey === null) throw refuseWithoutFile(row);
    return { key: row.outputKey, name: buildFileName(row, row.outputKey), at: row.createdAt };
  });
  const files: ArchiveFile[] = [];
  for (let from = 0; from < wanted.length; from += CHECKS_MAX) {
    const some = wanted.slice(from, from + CHECKS_MAX);
    const facts = await Promise.all(some.map(({ key }) => store.stat(key)));
    files.push(
      ...some.map((file, index) => ({ ...file, size: expectFileSize(facts[index], file.name) })),
    );
  }
  return files;
}

function expectFileSize(facts: ObjectFacts | null | undefined, name: string): number {
  if (facts) return facts.size;
  throw new Refusal('NOT_FOUND', { message: `The file ${name} is no longer stored.` });
}

const refuseWithoutFile = ({ id, status }: Generation): Refusal =>
  new Refusal('CONFLICT', {
    message: `The generation \`${id}\` is ${status}, so it has no file. Leave it out.`,
    details: { status },
    headers: { 'x-should-retry': 'false' },
  });

const WORDS_MAX = 40;

/**
 * Builds a name from the day, the first words of the prompt and the id, which makes the name
 * unique.
 */
function buildFileName({ id, createdAt, request }: Generation, key: string): string {
  const words = (request.prompt ?? '')
    .normalize('NFC')
    .replaceAll(/[^\p{L}\p{M}\p{N}]+/gu, '-')
    .slice(0, WORDS_MAX)
    .toWellFormed()
    .replaceAll(/^-|-$|\uFFFD/g, '');
  const day = createdAt.toISOString().slice(0, 10);
  const extension = key.slice(key.lastIndexOf('.'));
  return `${[day, words, id].filter((part) => part !== '').join('_')}${extension}`;
}
