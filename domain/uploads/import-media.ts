import { createHash } from 'node:crypto';
import type { Fetched } from '../ports/fetch-file.js';
import type { AcceptedFile, FileCheck } from '../ports/file-check.js';
import { MEDIA_BYTES_MAX } from '../catalogue/media-types.js';
import { refuseInvalid, Refusal } from '../contract/refusal.js';
import type { InlineFile } from '../contract/media.js';
import type { AnswerClaim } from '../catalogue/runs.js';
import { acceptFile, acceptInline, type FileField } from './accept-file.js';
import type { Caller } from '../accounts/authenticate.js';
import { expectRights } from '../accounts/expect-rights.js';
import type { ReadyUpload } from './ready-upload.js';
import { findKept, keepUpload, type KeepDeps } from './keep-upload.js';
import { countUpload, expectRoom } from './upload-allowance.js';

export interface ImportDeps extends KeepDeps {
  readonly fileCheck: FileCheck;
  readonly fetchFile: { fromUrl(url: string, maxBytes: number): Promise<Fetched> };
}

export interface ImportRequest {
  readonly caller: Caller;
  /**
   * Identifies the request: a retry finds what the first try stored, and counts nothing. A
   * different body under the key of a failed request is a different source.
   */
  readonly claim: AnswerClaim;
  readonly field: FileField;
  readonly from: { readonly url: string } | InlineFile;
  readonly boxId: string | null;
}

/** Where the bytes of a checked file are, and how they get into the store. */
interface Brought {
  readonly checked: AcceptedFile;
  readonly size: number;
  readonly write: (key: string) => Promise<void>;
}

/**
 * Stores the file of an https or data URL as an upload. File and bytes count together, after the
 * file has passed its check and is stored: a refused file counts nothing. A caller whose allowance
 * is used up is refused before anything is fetched.
 * @throws {Refusal} VALIDATION_ERROR naming the field, RATE_LIMITED, UNAVAILABLE; UNAUTHORIZED or
 * ACCOUNT_SUSPENDED when the caller lost the right while the file came
 */
export async function importMedia(deps: ImportDeps, wanted: ImportRequest): Promise<ReadyUpload> {
  const { accountId, limits } = wanted.caller;
  const sourceKey = sourceKeyOf(wanted);
  const kept = await findKept(deps.db.manager, accountId, sourceKey);
  if (kept) return kept;
  const keep = ({ checked, size, write }: Brought) =>
    keepUpload(deps, {
      accountId,
      sourceKey,
      boxId: wanted.boxId,
      ...checked,
      size,
      write,
      count: async (tx) => {
        await expectRights(tx, wanted.caller);
        await countUpload(tx, accountId, limits, { files: 1, bytes: size });
      },
    });
  await expectRoom(deps.db.manager, wanted.caller, importUsage(wanted.from));
  return 'url' in wanted.from
    ? keepFetched(deps, wanted.field, wanted.from.url, keep)
    : keep(await bringInline(deps, wanted.field, wanted.from));
}

/**
 * The least that an import counts, known before its file arrives: every file has at least one byte.
 */
export const importUsage = (from: ImportRequest['from']) => ({
  files: 1,
  bytes: 'url' in from ? 1 : from.bytes.length,
});

const sourceKeyOf = ({ claim, field }: ImportRequest) =>
  createHash('sha256').update(`${claim.key}\n${claim.fingerprint}\n${field.path}`).digest('hex');

async function bringInline(
  deps: ImportDeps,
  field: FileField,
  inline: InlineFile,
): Promise<Brought> {
  const checked = await acceptInline(deps.fileCheck, field, inline);
  const write = (key: string) => deps.store.put(key, inline.bytes, checked.contentType);
  return { checked, size: inline.bytes.length, write };
}

/** Fetches a file to this machine, keeps it as an upload, and removes the local file. */
async function keepFetched(
  deps: ImportDeps,
  field: FileField,
  url: string,
  keep: (file: Brought) => Promise<ReadyUpload>,
): Promise<ReadyUpload> {
  const max = Math.max(...field.kinds.map((kind) => MEDIA_BYTES_MAX[kind]));
  const fetched = await deps.fetchFile.fromUrl(url, max);
  if ('busy' in fetched) throw refuseBusy();
  if ('refused' in fetched) throw refuseInvalid([{ path: field.path, message: fetched.refused }]);
  const { path, size } = fetched.file;
  try {
    const checked = acceptFile(field, await deps.fileCheck.file(path, size), size, null);
    const write = (key: string) => deps.store.putFile(key, path, size, checked.contentType);
    return await keep({ checked, size, write });
  } finally {
    await fetched.file.remove();
  }
}

const refuseBusy = (): Refusal =>
  new Refusal('UNAVAILABLE', {
    message: 'Too many files are being fetched. Repeat the request with the same Idempotency-Key.',
    headers: { 'Retry-After': '2' },
  });
