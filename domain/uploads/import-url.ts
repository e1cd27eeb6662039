import type { FetchResult, LocalFile } from '../ports/egress.js';
import type { AcceptedFile, FileCheck } from '../ports/file-check.js';
import { runInTurn, type TurnQueue } from '../ports/turns.js';
import { MEDIA_BYTES_MAX } from '../catalogue/media-types.js';
import { refuseInvalid, Refusal } from '../contract/refusal.js';
import type { Caller } from '../accounts/caller.js';
import { acceptFile, type FileField } from './accept-file.js';
import { beginAttempt, type AttemptEnd, refuseBusy } from './import-attempts.js';
import type { KeepDeps } from './keep-upload.js';
import type { ReadyUpload } from './ready-upload.js';
import { countFetched, refuseUsedUp } from './upload-allowance.js';

export interface ImportUrlDeps extends KeepDeps {
  readonly fileCheck: FileCheck;
  readonly fetchFile: { fromUrl(url: string, maxBytes: number): Promise<FetchResult> };
  /** Imports in progress. Each has a file on this machine's disk until it ends. */
  readonly imports: TurnQueue;
}

export interface UrlImport {
  readonly caller: Pick<Caller, 'accountId' | 'limits'>;
  readonly field: FileField;
  readonly url: string;
}

/** A checked file, and a function that writes its bytes to the store. */
export interface ImportedFile {
  readonly checked: AcceptedFile;
  readonly size: number;
  readonly write: (key: string) => Promise<void>;
}

/** The steps before and after fetching a file. */
export interface ImportFrame {
  /** Finds the upload that a duplicate of this request has stored. */
  readonly findEarlier: () => Promise<ReadyUpload | null>;
  /**
   * Requires some remaining allowance.
   * @returns the bytes left for today
   * @throws {Refusal} RATE_LIMITED if no bytes are left
   */
  readonly expectSomeRoom: () => Promise<number>;
  /**
   * Counts the file before it is fetched.
   * @throws {Refusal} RATE_LIMITED
   */
  readonly begin: () => Promise<void>;
  readonly keep: (file: ImportedFile) => Promise<ReadyUpload>;
}

/**
 * Fetches a file to this machine, stores it as an upload, and removes the local file. The queue
 * alternates between accounts, so that an account with many imports does not delay other accounts.
 * @throws {Refusal} VALIDATION_ERROR naming the field, RATE_LIMITED, UNAVAILABLE
 */
export async function importUrl(
  deps: ImportUrlDeps,
  wanted: UrlImport,
  frame: ImportFrame,
): Promise<ReadyUpload> {
  const work = async () => {
    // A duplicate of the request may have stored the file while this request waited.
    const kept = await frame.findEarlier();
    return kept ?? (await tryOnce(deps, wanted, frame));
  };
  return runInTurn(deps.imports, wanted.caller.accountId, work, refuseBusy);
}

async function tryOnce(
  deps: ImportUrlDeps,
  wanted: UrlImport,
  frame: ImportFrame,
): Promise<ReadyUpload> {
  const { caller, field, url } = wanted;
  const bytesLeft = await frame.expectSomeRoom();
  const { accountId } = caller;
  const endAttempt = await beginAttempt(deps.db, { accountId, url, field: field.path });
  let end: AttemptEnd = 'undecided';
  try {
    await frame.begin();
    const file = await fetchOrRefuse(deps, wanted, bytesLeft);
    const upload = await keepFile(deps, wanted, file, frame);
    end = 'stored';
    return upload;
  } catch (error) {
    if (error instanceof FailedImport) {
      if (error.tried) end = 'failed';
      await countFetched(deps.db.manager, caller, error.bytes);
      throw error.refusal;
    }
    throw error;
  } finally {
    await endAttempt(end);
  }
}

/** Thrown if an import ends with a refusal. */
class FailedImport extends Error {
  /**
   * @param bytes number of bytes that were fetched and not kept
   * @param tried whether the import counts as an attempt at the URL
   */
  constructor(
    readonly refusal: Refusal,
    readonly bytes: number,
    readonly tried: boolean,
  ) {
    super(refusal.message);
  }
}

/**
 * Fetches the file.
 * @throws {FailedImport}
 */
async function fetchOrRefuse(
  deps: ImportUrlDeps,
  { caller, field, url }: UrlImport,
  bytesLeft: number,
): Promise<LocalFile> {
  const max = Math.max(...field.kinds.map((kind) => MEDIA_BYTES_MAX[kind]));
  const fetched = await deps.fetchFile.fromUrl(url, Math.min(max, bytesLeft));
  if ('file' in fetched) return fetched.file;
  if ('busy' in fetched) throw refuseBusy();
  const { refused, bytes, tried, tooLarge } = fetched;
  // Not the file's fault: it may be imported the next day.
  const refusal =
    tooLarge && bytesLeft < max
      ? refuseUsedUp(caller.limits, 'bytes')
      : refuseInvalid([{ path: field.path, message: refused }]);
  throw new FailedImport(refusal, bytes, tried);
}

/**
 * Stores the file.
 * @throws {FailedImport}
 */
async function keepFile(
  deps: ImportUrlDeps,
  { caller, field }: UrlImport,
  file: LocalFile,
  { keep }: ImportFrame,
): Promise<ReadyUpload> {
  const { path, size } = file;
  try {
    const found = await deps.fileCheck.file(path, size, caller.accountId);
    const checked = acceptFile(field, found, size, null);
    const write = (key: string) => deps.store.putFile(key, path, size, checked.contentType);
    return await keep({ checked, size, write });
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    throw new FailedImport(error, size, true);
  } finally {
    await file.remove();
  }
}
