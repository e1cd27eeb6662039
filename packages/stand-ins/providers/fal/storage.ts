import { randomUUID } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import type { FileReader, StoredFile } from './field-checks.js';
import { Parts, buildPartReply, SINGLE_BYTES_MAX } from './parts.js';
import type { Reply, Script } from './scripts.js';

/** The state that the storage shares with the queue. */
interface StorageOwner {
  readonly base: string;
  readonly checksPolicy: boolean;
  readonly scripts: Script[];
  violate(what: string): Reply;
}

/** The fake's state for fal's storage, without HTTP. */
export class FalStorage {
  readonly files: (StoredFile & { readonly id: string })[] = [];
  /** Received parts of multipart uploads, by file id. */
  private readonly parts = new Map<string, Parts>();
  /** Scripted answers to the next parts. */
  readonly partReplies: Reply[] = [];
  /** True once the current script has received an upload. */
  private isPastUpload = false;

  constructor(private readonly fal: StorageOwner) {}

  /** Starts the uploads of the next order. */
  startOrder(): void {
    this.isPastUpload = false;
  }

  readonly read: FileReader = (address) => {
    const id = String(address).replace(`${this.fal.base}/files/`, '');
    return this.files.find((stored) => stored.id === id) ?? null;
  };

  initiate(
    query: string,
    body: Record<string, unknown>,
    headers: IncomingHttpHeaders,
    isMultipart = false,
  ) {
    const { content_type: type, file_name: name, ...rest } = body;
    const stores = ['fal-cdn-v3', ...(this.fal.checksPolicy ? [] : ['gcs'])];
    if (!stores.some((store) => query === `storage_type=${store}`)) {
      return this.fal.violate(`upload query ${query}`);
    }
    if (typeof type !== 'string' || typeof name !== 'string' || Object.keys(rest).length > 0) {
      return this.fal.violate('upload: content_type and file_name, nothing else');
    }
    for (const header of ['x-fal-object-lifecycle', 'x-fal-object-lifecycle-preference']) {
      if (this.fal.checksPolicy && !hasEnd(headers[header])) {
        return this.fal.violate(`upload kept forever by ${header}`);
      }
    }
    const reply = this.isPastUpload ? undefined : this.fal.scripts[0]?.initiate;
    if (reply) {
      this.fal.scripts.shift();
      return reply;
    }
    const id = randomUUID();
    this.files.push({ id, contentType: type, bytes: null });
    if (isMultipart) this.parts.set(id, new Parts());
    const upload_url = `${this.fal.base}/put/${id}${isMultipart ? '?signature=of-the-upload' : ''}`;
    return { status: 200, body: { upload_url, file_url: `${this.fal.base}/files/${id}` } };
  }

  /** Receives one part of a multipart upload. */
  receivePart(id: string, at: number, bytes: Buffer, headers: IncomingHttpHeaders): Reply {
    const parts = this.parts.get(id);
    if (!parts || headers.authorization)
      return this.fal.violate('a part with a key, or of an unknown upload');
    const wrong = parts.add(at, bytes);
    if (wrong !== null) return this.fal.violate(wrong);
    return this.partReplies.shift() ?? buildPartReply(at);
  }

  /** Joins the parts of a multipart upload. */
  complete(id: string, list: unknown): Reply {
    const bytes = this.parts.get(id)?.join(list) ?? null;
    if (bytes === null) return this.fal.violate('complete: the parts differ from the sent ones');
    this.keep(id, bytes);
    return { status: 200, body: {} };
  }

  private keep(id: string, bytes: Buffer): void {
    const at = this.files.findIndex((stored) => stored.id === id);
    this.isPastUpload = true;
    const stored = this.files[at];
    if (stored) this.files[at] = { ...stored, bytes };
  }

  put(id: string, bytes: Buffer, headers: IncomingHttpHeaders): Reply {
    const stored = this.files.find((each) => each.id === id);
    if (bytes.length > SINGLE_BYTES_MAX) return this.fal.violate('a large file in a single upload');
    if (!stored) return this.fal.violate('bytes of an unknown upload');
    if (headers.authorization) return this.fal.violate('key sent with the bytes of an upload');
    if (headers['content-type'] !== stored.contentType)
      return this.fal.violate('another content type');
    const refused = this.isPastUpload ? undefined : this.fal.scripts[0]?.put;
    if (refused) {
      this.fal.scripts.shift();
      return refused;
    }
    this.keep(id, bytes);
    return { status: 200, body: '' };
  }
}

/** Returns whether a file's lifecycle has an end. */
export function hasEnd(lifecycle: string | string[] | undefined): boolean {
  const keep = JSON.parse(String(lifecycle ?? '{}')) as { expiration_duration_seconds?: unknown };
  return Number.isInteger(keep.expiration_duration_seconds);
}
