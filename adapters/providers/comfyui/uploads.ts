import { createHash } from 'node:crypto';
import { MEDIA_TYPES, type MediaContentType } from '../../../domain/catalogue/media-types.js';
import type { VendorAnswer } from '../../http/send.js';
import { ask, buildProviderFailure } from '../http.js';
import { toFields, toNonEmptyText } from '../../http/json.js';
import { ProviderFailure } from '../../../domain/ports/provider.js';
import type { JobMedia } from '../../../domain/ports/provider-job.js';

/** The server that receives uploads. */
export interface UploadTarget {
  readonly url: string;
  /** Timeout per file in milliseconds. */
  readonly deadlineMs: number;
}

const UPLOAD = { provider: 'comfyui', operation: 'upload' } as const;
const FOLDER = 'media-generation';

/**
 * Uploads a file to the server's input folder; clips and audio are uploaded like images. The file's
 * name is derived from its content, so the same file is stored once.
 * @returns the file's name for nodes
 * @throws {ProviderFailure} never `uncertain`, because nothing has been ordered yet
 */
export async function upload(
  { url, deadlineMs }: UploadTarget,
  { bytes, contentType }: JobMedia,
  signal: AbortSignal,
): Promise<string> {
  const { extension } = MEDIA_TYPES[contentType as MediaContentType] ?? { extension: 'bin' };
  const name = createHash('sha256').update(bytes).digest('hex').slice(0, 32);
  const image = { bytes, contentType, fileName: `${name}.${extension}` };
  const form = { type: 'input', subfolder: FOLDER, overwrite: 'true', image };
  try {
    const request = { method: 'POST', url: `${url}/upload/image`, form, deadlineMs } as const;
    return readUploadName(await ask({ call: UPLOAD, ...request, signal }));
  } catch (error) {
    // A late upload does not mean that the job is late.
    throw error instanceof ProviderFailure && error.kind === 'timeout'
      ? new ProviderFailure('unavailable', `Upload: ${error.message}`, error.status)
      : error;
  }
}

function readUploadName(answer: VendorAnswer): string {
  if (answer.status >= 300)
    throw buildProviderFailure(answer, `ComfyUI took no upload: ${answer.status}.`);
  const { name, subfolder } = toFields(answer.json);
  const [file, folder] = [toNonEmptyText(name), toNonEmptyText(subfolder)];
  if (file === null) throw new ProviderFailure('unavailable', 'Upload: no name came back.');
  return folder === null ? file : `${folder}/${file}`;
}
