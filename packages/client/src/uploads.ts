import type { Api } from './api.js';
import type { Upload } from './endpoints.js';
import { MediaError } from './errors.js';
import type { CallOptions } from './input.js';
import { putFile, type PutOptions } from './put-file.js';
import { RETRIES } from './send.js';
import { sleep } from './sleep.js';
import { openSource, type SourceOptions, type UploadSource } from './upload-source.js';

export type UploadOptions = Pick<CallOptions, 'maxRetries'> & SourceOptions & PutOptions;

/** Assumed validity of an upload's address, if the service does not report it. */
const OPEN_MS = 15 * 60_000;
const PAUSE_MS = 1_000;

/** Uploads of files for the media fields of requests. */
export class Uploads {
  constructor(private readonly api: Api) {}

  /**
   * Uploads a file to the object store, and returns once the service has checked it. The bytes are
   * sent in pieces. An interrupted upload is repeated, unless the source is a stream.
   * @throws {ValidationError} if the file is refused; `details.code` is `UPLOAD_NOT_READY`
   */
  async create(source: UploadSource, options: UploadOptions = {}): Promise<Upload> {
    const { signal } = options;
    const file = await openSource(source, options);
    const created = await this.api.request('POST /v1/uploads', {
      body: { content_type: file.contentType, size: file.size },
      signal,
    });
    const { id, upload_url: url, upload_headers: given, upload_expires_at: end } = created;
    if (url === undefined) throw new TypeError(`The upload ${id} has no address.`);
    // The clock of this machine may differ from the service's.
    const openMs = end === undefined ? OPEN_MS : end - created.created_at;
    const headers = Object.fromEntries(
      Object.entries(given ?? {}).filter((pair): pair is [string, string] => pair[1] !== undefined),
    );
    const deadline = Date.now() + openMs;
    const { maxRetries = this.api.settings.maxRetries ?? RETRIES } = options;
    for (let left = file.content instanceof Blob ? maxRetries : 0; ; left -= 1) {
      try {
        const limitMs = deadline - Date.now();
        await putFile(this.api.settings.fetch, { url, headers }, file, { ...options, limitMs });
        break;
      } catch (error) {
        if (!(error instanceof MediaError) || !error.retryable || left <= 0) throw error;
        const pause = error.retryAfterMs ?? PAUSE_MS;
        if (Date.now() + pause >= deadline) throw error;
        await sleep(pause, signal);
      }
    }
    return this.get(id, { signal, maxRetries: options.maxRetries });
  }

  /** Reads an upload, which also makes the service check its file. */
  get(id: string, options: CallOptions = {}): Promise<Upload> {
    return this.api.request('GET /v1/uploads/{id}', { ...options, params: { id } });
  }
}
