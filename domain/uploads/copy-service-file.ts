import { createHash } from 'node:crypto';
import { IsNull } from 'typeorm';
import { Upload } from '../../entities/upload.js';
import { parseServed } from '../catalogue/object-keys.js';
import type { Caller } from '../accounts/caller.js';
import { requireKind } from './accept-file.js';
import type { OpenBox } from './boxes/find-box.js';
import { reserveBoxBytes } from './boxes/reserve-box-bytes.js';
import { isUsable, type ReadyUpload } from './ready-upload.js';
import { findKept, keepUpload, type KeepDeps } from './keep-upload.js';
import { refuseServiceFile, findServiceFile, type ServiceFileDeps } from './service-file.js';

/** The field in POST /v1/uploads that contains the URL. */
const FIELD = 'url';

/**
 * Finds or creates the upload for a URL of this service. Nothing is downloaded or counted. The
 * account's own upload is used directly. Any other file is copied within the store, once per
 * account, no matter how often it is requested: copies do not count, so only one may be stored.
 * @param box the box that receives the upload; null leaves the upload where it is
 * @throws {Refusal} NOT_FOUND; LIMIT_REACHED for a full box; VALIDATION_ERROR for a kind of file
 * that the box does not accept
 */
export async function copyServiceFile(
  deps: KeepDeps & ServiceFileDeps,
  { accountId }: Pick<Caller, 'accountId'>,
  key: string,
  box: OpenBox | null,
): Promise<ReadyUpload> {
  const upload =
    (await findOwn(deps, accountId, key)) ?? (await findOrMakeCopy(deps, accountId, key));
  if (box === null || upload.boxId === box.id) return upload;
  requireKind({ path: `body.${FIELD}`, kinds: box.accept }, upload);
  const boxId = box.id;
  await deps.db.transaction(async (tx) => {
    const moved = await tx.update(
      Upload,
      { id: upload.id, boxId: upload.boxId ?? IsNull() },
      { boxId },
    );
    if (moved.affected === 1) await reserveBoxBytes(tx, { accountId, boxId, bytes: upload.size });
  });
  return Object.assign(upload, { boxId });
}

async function findOwn(
  { db }: Pick<KeepDeps, 'db'>,
  accountId: string,
  key: string,
): Promise<ReadyUpload | null> {
  const parts = parseServed(key);
  if (parts?.kind !== 'upload') return null;
  const wanted = { id: parts.id, accountId, objectKey: key, status: 'ready' } as const;
  const row = await db.manager.findOneBy(Upload, wanted);
  return isUsable(row) ? row : null;
}

async function findOrMakeCopy(
  deps: KeepDeps & ServiceFileDeps,
  accountId: string,
  key: string,
): Promise<ReadyUpload> {
  const sourceKey = createHash('sha256').update(`service\n${key}`).digest('hex');
  const kept = await findKept(deps.db.manager, accountId, sourceKey);
  if (kept) return kept;
  const file = await findServiceFile(deps, accountId, key, FIELD);
  const facts = await deps.store.stat(key);
  if (!facts) throw refuseServiceFile(FIELD, key);
  return keepUpload(deps, {
    ...file,
    accountId,
    sourceKey,
    boxId: null,
    size: facts.size,
    async write(copy) {
      if (!(await deps.store.copy(key, copy, facts.etag, file.contentType)))
        throw refuseServiceFile(FIELD, key);
    },
    count: async () => undefined,
  });
}
