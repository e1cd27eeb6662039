import { createHash } from 'node:crypto';
import type { InlineFile } from '../contract/media.js';
import type { AnswerClaim } from '../catalogue/runs.js';
import { acceptInline, type FileField } from './accept-file.js';
import type { Caller } from '../accounts/caller.js';
import { expectRights } from '../accounts/expect-rights.js';
import type { ReadyUpload } from './ready-upload.js';
import { importUrl, type ImportedFile, type ImportUrlDeps } from './import-url.js';
import { findKept, keepUpload } from './keep-upload.js';
import { beginImport } from './begin-import.js';
import { countUpload, expectAllowance } from './upload-allowance.js';

export type ImportDeps = ImportUrlDeps;

export interface ImportRequest {
  readonly caller: Caller;
  /**
   * Identifies the request: a retry finds the upload that the first attempt stored, and counts
   * nothing. A different body under a failed request's key is a different source.
   */
  readonly claim: AnswerClaim;
  readonly field: FileField;
  readonly from: { readonly url: string } | InlineFile;
  readonly boxId: string | null;
}

/**
 * Stores the file of an https or data URL as an upload. The file counts before it is read, so a
 * failed import counts as well (docs/decisions/0043). A data URL's bytes count at the same time, a
 * URL's bytes when the file is stored or refused. A caller whose allowance is used up is refused
 * before anything is fetched.
 * @throws {Refusal} VALIDATION_ERROR naming the field, RATE_LIMITED, UNAVAILABLE; UNAUTHORIZED or
 * ACCOUNT_SUSPENDED if the caller lost the right during the download
 */
export async function importMedia(deps: ImportDeps, wanted: ImportRequest): Promise<ReadyUpload> {
  const { caller, field, from } = wanted;
  const { accountId, limits } = caller;
  const sourceKey = computeSourceKey(wanted);
  const findEarlier = () => findKept(deps.db.manager, accountId, sourceKey);
  const kept = await findEarlier();
  if (kept) return kept;
  const keep = ({ checked, size, write }: ImportedFile) =>
    keepUpload(deps, {
      accountId,
      sourceKey,
      boxId: wanted.boxId,
      ...checked,
      size,
      write,
      count: async (tx) => {
        await expectRights(tx, caller, 'generate');
        const bytes = 'url' in from ? size : 0;
        await countUpload(tx, accountId, limits, { files: 0, bytes });
      },
    });
  const begin = (bytes: number) => {
    const [kind = 'image'] = field.kinds;
    return beginImport(deps, { caller, sourceKey, kind, bytes });
  };
  if (!('url' in from)) {
    await begin(from.bytes.length);
    return keep(await bringInline(deps, accountId, field, from));
  }
  const { url } = from;
  // Requires an allowance for bytes only: a retry's file is already counted, and `begin` refuses an
  // extra file.
  const expectAnyAllowance = () => expectAllowance(deps.db.manager, caller, { files: 0, bytes: 1 });
  await expectAnyAllowance();
  const frame = { findEarlier, expectSomeRoom: expectAnyAllowance, begin: () => begin(0), keep };
  return importUrl(deps, { caller, field, url }, frame);
}

/**
 * Computes the minimum usage of an import, known before its file arrives: every file has at least
 * one byte.
 */
export const importUsage = (from: ImportRequest['from']) => ({
  files: 1,
  bytes: 'url' in from ? 1 : from.bytes.length,
});

const computeSourceKey = ({ claim, field }: ImportRequest) =>
  createHash('sha256').update(`${claim.key}\n${claim.fingerprint}\n${field.path}`).digest('hex');

async function bringInline(
  deps: ImportDeps,
  accountId: string,
  field: FileField,
  inline: InlineFile,
): Promise<ImportedFile> {
  const checked = await acceptInline(deps.fileCheck, accountId, field, inline);
  const write = (key: string) => deps.store.put(key, inline.bytes, checked.contentType);
  return { checked, size: inline.bytes.length, write };
}
