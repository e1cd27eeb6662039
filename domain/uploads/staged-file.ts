import type { ObjectFacts, ObjectStore } from '../ports/object-store.js';
import type { Upload } from '../../entities/upload.js';
import { MEDIA_BYTES_MAX } from '../catalogue/media-types.js';

/** Thrown if the file is refused: it is deleted, and the caller may PUT another one. */
export class RefusedFile extends Error {
  /** @param etag the version to delete; null if there is none */
  constructor(
    message: string,
    readonly etag: string | null,
  ) {
    super(message);
  }
}

type PendingUpload = Pick<
  Upload,
  'kind' | 'declaredSize' | 'uploadExpiresAt' | 'judgedEtag' | 'judgedMessage'
>;

/**
 * Deletes a staged file, unless the caller has PUT another one in the meantime, which the next
 * check handles.
 */
export async function discardStaged(
  store: Pick<ObjectStore, 'stat' | 'remove'>,
  key: string,
  etag: string | null,
): Promise<void> {
  if (etag === null) return;
  const facts = await store.stat(key);
  if (facts?.etag === etag) await store.remove([key]);
}

/**
 * Describes the next step after a missing or refused file. `upload_url` may have expired in the
 * meantime.
 */
function describeNextStep({ uploadExpiresAt }: PendingUpload, whileOpen: string): string {
  const open = (uploadExpiresAt?.getTime() ?? 0) > Date.now();
  return open ? whileOpen : 'Its `upload_url` has expired: create a new upload.';
}

/** Describes why an upload without a file is not ready. */
export function describeMissingFile(row: PendingUpload): string {
  const put = 'PUT it to `upload_url` with the returned headers.';
  return `No file has arrived. ${describeNextStep(row, put)}`;
}

/**
 * Finds the file that a caller has PUT, and checks its stored metadata without opening it.
 * @throws {RefusedFile} if there is no file, its size is refused, or it was refused before
 */
export async function findStaged(
  store: Pick<ObjectStore, 'stat'>,
  row: PendingUpload,
  stagingKey: string,
): Promise<ObjectFacts> {
  const facts = await store.stat(stagingKey);
  if (!facts) throw new RefusedFile(describeMissingFile(row), null);
  const { size, etag } = facts;
  const max = MEDIA_BYTES_MAX[row.kind];
  const refuse = (fact: string, whileOpen: string) =>
    new RefusedFile(`${fact} ${describeNextStep(row, whileOpen)}`, etag);
  if (size === 0) throw refuse('The file is empty.', 'PUT the bytes again.');
  if (size > max) {
    const fact = `The file has ${size} bytes; the maximum for ${row.kind} files is ${max}.`;
    throw refuse(fact, 'PUT a smaller one.');
  }
  if (row.declaredSize !== null && row.declaredSize !== size) {
    const fact = `The file has ${size} bytes, but ${row.declaredSize} were declared.`;
    throw refuse(fact, 'PUT the complete file.');
  }
  if (row.judgedEtag === etag) throw new RefusedFile(row.judgedMessage ?? '', etag);
  return facts;
}
