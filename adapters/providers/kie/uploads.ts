import { randomUUID } from 'node:crypto';
import type { VendorAnswer } from '../../http/send.js';
import { ask, NoAnswer } from '../http.js';
import { toJpeg } from '../jpeg.js';
import { ProviderFailure, type CallContext } from '../../../domain/ports/provider.js';
import type { JobMedia } from '../../../domain/ports/provider-job.js';
import { parseEnvelope, buildCodeFailure, readTextField } from './answers.js';

/** The upload URL and our credentials. */
export interface UploadTarget {
  readonly key: string;
  /** The URL has no trailing slash. */
  readonly url: string;
  /** Timeout per file in milliseconds. */
  readonly deadlineMs: number;
}

/** Kie's page recommends the multipart form for files larger than this. */
const BASE64_BYTES_MAX = 10_000_000;
/** The largest image that Kling and Wan accept. */
const PICTURE_BYTES_MAX = 10_000_000;
const FOLDER = 'media-generation';

/**
 * Uploads an order's files. Kie keeps them for one to three days (its pages differ).
 * @returns the files' public URLs, in the order of `media`
 * @throws {ProviderFailure} never `uncertain`, because nothing has been ordered yet
 */
export async function uploadAll(
  media: readonly JobMedia[],
  target: UploadTarget,
  { signal, onProgress }: CallContext,
): Promise<string[]> {
  signal.throwIfAborted();
  // The first failure ends the other uploads.
  const others = new AbortController();
  let done = 0;
  try {
    return await Promise.all(
      media.map(async (file) => {
        const url = await upload(file, target, AbortSignal.any([signal, others.signal]));
        onProgress((done += 1) / media.length);
        return url;
      }),
    );
  } finally {
    others.abort();
  }
}

async function upload(file: JobMedia, target: UploadTarget, signal: AbortSignal): Promise<string> {
  const { bytes, contentType, extension } = await prepare(file);
  // Kie overwrites a file of the same name, and anyone who knows the name can fetch the file.
  const names = { uploadPath: FOLDER, fileName: `${randomUUID()}.${extension}` };
  const inline = bytes.length <= BASE64_BYTES_MAX;
  const answer = await ask({
    call: { provider: 'kie', operation: 'upload' },
    method: 'POST',
    url: `${target.url}/api/file-${inline ? 'base64' : 'stream'}-upload`,
    headers: { authorization: `Bearer ${target.key}` },
    ...(inline
      ? { json: { base64Data: `data:${contentType};base64,${bytes.toString('base64')}`, ...names } }
      : { form: { ...names, file: { bytes, contentType, fileName: names.fileName } } }),
    deadlineMs: target.deadlineMs,
    signal,
  }).catch((error: unknown) => {
    throw error instanceof NoAnswer
      ? new ProviderFailure('unavailable', `Upload: ${error.message}`)
      : error;
  });
  return readDownloadUrl(answer);
}

function readDownloadUrl(answer: VendorAnswer): string {
  const envelope = parseEnvelope(answer);
  const url = readTextField(envelope.data, 'downloadUrl');
  if (envelope.code === 200 && url !== null) return url;
  if (envelope.code === 200) {
    throw new ProviderFailure('unavailable', 'Upload: no address came back.', answer.status);
  }
  throw buildCodeFailure(envelope, answer);
}

/**
 * Converts an image to JPEG, which every endpoint accepts; Kling and motion control do not accept
 * WebP (docs.kie.ai/market/kling/motion-control-v3). Clips are unchanged.
 */
async function prepare({ bytes, contentType }: JobMedia) {
  if (contentType === 'video/quicktime') return { bytes, contentType, extension: 'mov' };
  if (!contentType.startsWith('image/')) {
    return { bytes, contentType: 'video/mp4', extension: 'mp4' };
  }
  const jpeg = await toJpeg(bytes, PICTURE_BYTES_MAX);
  return { bytes: jpeg, contentType: 'image/jpeg', extension: 'jpg' };
}
