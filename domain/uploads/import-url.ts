import type { Fetched, LocalFile } from '../ports/fetch-file.js';
import type { AcceptedFile, FileCheck } from '../ports/file-check.js';
import { takeTurn, type Turns } from '../ports/turns.js';
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
  readonly fetchFile: { fromUrl(url: string, maxBytes: number): Promise<Fetched> };
  /** Imports that are under way: each has a file on the disk of this machine until it ends. */
  readonly imports: Turns;
}

export interface UrlImport {
  readonly caller: Pick<Caller, 'accountId' | 'limits'>;
  readonly field: FileField;
  readonly url: string;
}

/** Where the bytes of a checked file are, and how they get into the store. */
export interface Brought {
  readonly checked: AcceptedFile;
  readonly size: number;
  readonly write: (key: string) => Promise<void>;
}

/** What surrounds the fetching of a file. */
export interface ImportFrame {
  /** Finds the upload that a duplicate of this request has stored. */
  readonly findEarlier: () => Promise<ReadyUpload | null>;
  /** @returns the bytes that are left today. @throws {Refusal} RATE_LIMITED when none are */
  readonly expectSomeRoom: () => Promise<number>;
  /** Counts the file before it is fetched. @throws {Refusal} RATE_LIMITED */
  readonly begin: () => Promise<void>;
  readonly keep: (file: Brought) => Promise<ReadyUpload>;
}

/**
 * Fetches a file to this machine, keeps it as an upload, and removes the local file. It is done in
 * turns: an account that imports many files does not hold up the one of another.
 * @throws {Refusal} VALIDATION_ERROR naming the field, RATE_LIMITED, UNAVAILABLE
 */
export async function importUrl(
  deps: ImportUrlDeps,
  wanted: UrlImport,
  frame: ImportFrame,
): Promise<ReadyUpload> {
  const work = async () => {
    // A duplicate of the request may have stored the file while this one waited.
    const kept = await frame.findEarlier();
    return kept ?? (await tryOnce(deps, wanted, frame));
  };
  return takeTurn(deps.imports, wanted.caller.accountId, work, refuseBusy);
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

/** An import that ends with a refusal. */
class FailedImport extends Error {
  /**
   * @param bytes what was fetched in vain
   * @param tried whether it counts as a try of the address
   */
  constructor(
    readonly refusal: Refusal,
    readonly bytes: number,
    readonly tried: boolean,
  ) {
    super(refusal.message);
  }
}

/** @throws {FailedImport} */
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
  // No fault of the file: the same one may be imported when the day is over.
  const refusal =
    tooLarge && bytesLeft < max
      ? refuseUsedUp(caller.limits, 'bytes')
      : refuseInvalid([{ path: field.path, message: refused }]);
  throw new FailedImport(refusal, bytes, tried);
}

/** @throws {FailedImport} */
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
