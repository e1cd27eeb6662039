import { createHash, randomBytes } from 'node:crypto';
import type { DataSource } from 'typeorm';
import type { AcceptedFile, FileCheck } from '../../adapters/storage/file-check.js';
import type { ObjectStore } from '../../adapters/storage/object-store.js';
import { Upload } from '../../entities/upload.js';
import { MEDIA_BYTES_MAX, type MediaKind } from '../catalogue/media-types.js';
import { invalid, Refusal } from '../contract/error.js';
import type { AnswerClaim } from '../../workflows/names.js';
import type { Caller } from './authenticate.js';
import { uploadExpiry } from './create-upload.js';
import type { ReadyUpload } from './find-upload.js';
import { nameObject } from './name-object.js';
import { countUpload } from './upload-allowance.js';

/** A file on this machine for the time of one request. */
export interface LocalFile {
  readonly path: string;
  readonly size: number;
  remove(): Promise<void>;
}

/** Brings the bytes here. `refused` completes the sentence "<field> …"; `busy`: try again soon. */
export type Fetched =
  | { readonly file: LocalFile }
  | { readonly refused: string }
  | { readonly busy: true };

export interface ImportDeps {
  readonly db: DataSource;
  readonly store: ObjectStore;
  readonly fileCheck: FileCheck;
  readonly newId: (prefix: 'upl') => string;
  readonly fetchFile: {
    fromUrl(url: string, maxBytes: number): Promise<Fetched>;
    fromBytes(bytes: Buffer): Promise<Fetched>;
  };
}

export interface ImportRequest {
  readonly caller: Caller;
  /**
   * Names request and field: a retry finds what the first try stored, and counts nothing. Another
   * body under the key of a failed request is another source.
   */
  readonly source: { readonly claim: AnswerClaim; readonly path: string };
  readonly from: { readonly url: string } | { readonly bytes: Buffer };
  /** Kinds that the field takes. */
  readonly kinds: readonly MediaKind[];
  readonly boxId: string | null;
}

/**
 * Stores an https or data URL as an upload (spec, Uploads). The file counts before it is fetched,
 * the bytes before they are kept; a failure keeps nothing.
 * @throws {Refusal} VALIDATION_ERROR naming the field, RATE_LIMITED
 */
export async function importMedia(deps: ImportDeps, wanted: ImportRequest): Promise<ReadyUpload> {
  const row = await beginImport(deps, wanted);
  if (row.status === 'ready' && row.expiresAt.getTime() > Date.now()) return row as ReadyUpload;
  const max = Math.max(...wanted.kinds.map((kind) => MEDIA_BYTES_MAX[kind]));
  const fetched =
    'url' in wanted.from
      ? await deps.fetchFile.fromUrl(wanted.from.url, max)
      : await deps.fetchFile.fromBytes(wanted.from.bytes);
  if ('busy' in fetched) throw busy();
  if ('refused' in fetched) throw invalid([{ path: wanted.source.path, message: fetched.refused }]);
  try {
    return await keepFile(deps, wanted, row, fetched.file);
  } finally {
    await fetched.file.remove();
  }
}

/** The file has counted; the same request finds its row again and counts nothing. */
const busy = (): Refusal =>
  new Refusal('UNAVAILABLE', {
    message: 'Too many files are being fetched. Repeat the request with the same Idempotency-Key.',
    headers: { 'Retry-After': '2' },
  });

/** The row of this import, made and counted at the first try. */
async function beginImport(deps: ImportDeps, wanted: ImportRequest): Promise<Upload> {
  const { caller, source, kinds, boxId } = wanted;
  const sourceKey = createHash('sha256')
    .update(`${source.claim.key}\n${source.claim.fingerprint}\n${source.path}`)
    .digest('hex');
  const now = new Date();
  return deps.db.transaction(async (tx) => {
    const inserted: unknown[] = await tx.query(
      `INSERT INTO upload (id, account_id, status, kind, content_type, source_key, box_id,
         created_at, expires_at)
       VALUES ($1, $2, 'staging', $3, 'application/octet-stream', $4, $5, $6, $7)
       ON CONFLICT (account_id, source_key) DO NOTHING RETURNING id`,
      [deps.newId('upl'), caller.accountId, kinds[0], sourceKey, boxId, now, uploadExpiry(now)],
    );
    if (inserted.length > 0) {
      await countUpload(tx, caller.accountId, caller.limits, { files: 1, bytes: 0 }, now);
    }
    return tx.findOneByOrFail(Upload, { accountId: caller.accountId, sourceKey });
  });
}

async function keepFile(
  deps: ImportDeps,
  wanted: ImportRequest,
  row: Upload,
  file: LocalFile,
): Promise<ReadyUpload> {
  const { caller, source } = wanted;
  const { kind, contentType, durationSeconds, width, height } = await checkFile(deps, wanted, file);
  const key = `uploads/${row.id}/${randomBytes(16).toString('hex')}`;
  await deps.store.putFile(key, file.path, file.size, contentType);
  // False when a twin of this request was faster.
  await nameObject(deps.store, key, () =>
    deps.db.transaction(async (tx) => {
      const [, count]: [unknown, number] = await tx.query(
        `UPDATE upload SET status = 'ready', kind = $2, content_type = $3, size = $4, object_key = $5,
           duration_seconds = $6, width = $7, height = $8
         WHERE id = $1 AND status = 'staging' AND expires_at > now()`,
        [row.id, kind, contentType, file.size, key, durationSeconds, width, height],
      );
      if (count === 1) {
        await countUpload(tx, caller.accountId, caller.limits, { files: 0, bytes: file.size });
      }
      return count === 1;
    }),
  );
  const ready = await deps.db.manager.findOneBy(Upload, { id: row.id, status: 'ready' });
  if (!ready || ready.expiresAt.getTime() <= Date.now())
    throw invalid([{ path: source.path, message: 'has expired; send it again' }]);
  return ready as ReadyUpload;
}

/** Kind, exact type and duration from the bytes; what the sender called them plays no part. */
async function checkFile(
  deps: ImportDeps,
  { kinds, source }: ImportRequest,
  file: LocalFile,
): Promise<AcceptedFile> {
  const checked = await deps.fileCheck.file(file.path, file.size);
  const refuse = (message: string) => invalid([{ path: source.path, message }]);
  if (!checked.ok) throw refuse(checked.message);
  const { kind } = checked;
  if (!kinds.includes(kind)) throw refuse(`is a file of kind ${kind}; needed: ${kinds.join(', ')}`);
  const max = MEDIA_BYTES_MAX[kind];
  if (file.size > max) throw refuse(`has ${file.size} bytes; ${kind} files may have ${max}`);
  return checked;
}
