import { MEDIA_TYPES, type MediaContentType } from '../../../domain/catalogue/media-types.js';
import type { VendorAnswer, VendorRequest } from '../../http/send.js';
import { ask } from '../http.js';
import { ProviderFailure } from '../../../domain/ports/provider.js';
import type { JobMedia } from '../../../domain/ports/provider-job.js';
import { readUploadAddresses } from './answers.js';
import { buildFalFailure } from './faults.js';
import { putParts, SINGLE_BYTES_MAX, type StorageRequest } from './multipart.js';

const UPLOAD = { provider: 'fal', operation: 'upload' } as const;
const DEADLINE_MS = 30_000;
/** Assumed upload rate, which extends the timeout by the file's size: 1 MB a second. */
const BYTES_PER_MS = 1_000;

/** The storage for uploaded files. */
export interface FalStorage {
  readonly url: string;
  readonly authorization: string;
  /** Retention of the files at fal, as the header's value. */
  readonly retention: string;
}

/**
 * Uploads files to fal's storage, because fal cannot reach ours; the first failure ends all
 * uploads.
 * @returns each file's URL for the models
 * @throws {ProviderFailure} `rate_limited`, `rejected` (our account), else `unavailable`; never
 * uncertain, because nothing has been ordered yet
 */
export async function uploadAll(
  storage: FalStorage,
  files: readonly JobMedia[],
  signal: AbortSignal,
): Promise<ReadonlyMap<JobMedia, string>> {
  const stop = new AbortController();
  const either = AbortSignal.any([signal, stop.signal]);
  try {
    const addresses = await Promise.all(
      files.map(async (file) => [file, await upload(storage, file, either)] as const),
    );
    return new Map(addresses);
  } catch (error) {
    stop.abort();
    throw error;
  }
}

/**
 * Requests an upload URL, then sends the bytes there without the key (fal.ai/docs,
 * model-apis/fal-cdn).
 */
async function upload(storage: FalStorage, file: JobMedia, signal: AbortSignal): Promise<string> {
  const isLarge = file.bytes.length > SINGLE_BYTES_MAX;
  const { put, read } = await initiate(storage, file, isLarge, signal);
  if (isLarge) {
    const askPart: StorageRequest = (wanted) =>
      askStorage({ call: UPLOAD, ...wanted, deadlineMs: computeDeadline(wanted.bytes), signal });
    await putParts(askPart, put, file.bytes);
    return read;
  }
  const sent = await askStorage({
    call: UPLOAD,
    method: 'PUT',
    url: put,
    headers: { 'content-type': file.contentType },
    bytes: file.bytes,
    deadlineMs: computeDeadline(file.bytes),
    signal,
  });
  if (sent.status >= 300) {
    throw new ProviderFailure('unavailable', 'fal did not take an upload.', sent.status);
  }
  return read;
}

async function initiate(
  { url, authorization, retention }: FalStorage,
  { contentType }: JobMedia,
  isLarge: boolean,
  signal: AbortSignal,
): Promise<{ readonly put: string; readonly read: string }> {
  const { extension } = MEDIA_TYPES[contentType as MediaContentType] ?? { extension: 'bin' };
  const started = await askStorage({
    call: UPLOAD,
    method: 'POST',
    url: `${url}/storage/upload/initiate${isLarge ? '-multipart' : ''}?storage_type=fal-cdn-v3`,
    // The official clients disagree about this header; without the right header, fal keeps files
    // forever.
    headers: {
      authorization,
      'x-fal-object-lifecycle': retention,
      'x-fal-object-lifecycle-preference': retention,
    },
    // The caller's own file name stays private.
    json: { content_type: contentType, file_name: `input.${extension}` },
    signal,
  });
  if (started.status >= 300) throw toUnavailable(buildFalFailure(started));
  const target = readUploadAddresses(started.json);
  if (target === null) throw new ProviderFailure('unavailable', 'fal gave no upload address.');
  return target;
}

const computeDeadline = (bytes?: Buffer): number =>
  DEADLINE_MS + Math.ceil((bytes?.length ?? 0) / BYTES_PER_MS);

async function askStorage(wanted: VendorRequest): Promise<VendorAnswer> {
  try {
    return await ask(wanted);
  } catch (error) {
    throw error instanceof ProviderFailure ? toUnavailable(error) : error;
  }
}

/**
 * Converts a timeout to `unavailable`, because a late upload does not mean that the job is late.
 */
const toUnavailable = (failure: ProviderFailure): ProviderFailure =>
  failure.kind === 'timeout'
    ? new ProviderFailure('unavailable', failure.message, failure.status)
    : failure;
