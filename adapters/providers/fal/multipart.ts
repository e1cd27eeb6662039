import { toFields, toFiniteNumber, toNonEmptyText } from '../../http/json.js';
import type { VendorAnswer, VendorRequest } from '../../http/send.js';
import { ProviderFailure } from '../../../domain/ports/provider.js';

/**
 * Files larger than this are uploaded in parts, as in the official client (@fal-ai/client 1.10.1,
 * storage).
 */
export const SINGLE_BYTES_MAX = 90 * 1024 * 1024;
const PART_BYTES = 10 * 1024 * 1024;
/** Attempts per part. Storing a part twice is harmless. */
const PART_TRIES = 3;

/**
 * Sends one request to fal's storage.
 * @throws {ProviderFailure} when there is no response
 */
export type StorageRequest = (
  wanted: Pick<VendorRequest, 'method' | 'url' | 'bytes' | 'json'>,
) => Promise<VendorAnswer>;

interface UploadedPart {
  readonly partNumber: number;
  readonly etag: string;
}

/**
 * Sends a file to a multipart upload URL: part by part, then the list of parts.
 * @throws {ProviderFailure} `unavailable`
 */
export async function putParts(ask: StorageRequest, address: string, bytes: Buffer): Promise<void> {
  const parts: UploadedPart[] = [];
  for (let from = 0; from < bytes.length; from += PART_BYTES) {
    const url = appendPath(address, String(parts.length + 1));
    parts.push(await putPart(ask, url, bytes.subarray(from, from + PART_BYTES)));
  }
  const ended = await ask({
    method: 'POST',
    url: appendPath(address, 'complete'),
    json: { parts },
  });
  if (ended.status >= 300) throw buildRefused(ended);
}

async function putPart(ask: StorageRequest, url: string, bytes: Buffer): Promise<UploadedPart> {
  for (let tries = 1; ; tries += 1) {
    const answer = await ask({ method: 'PUT', url, bytes }).catch((error: unknown) => {
      if (error instanceof ProviderFailure && tries < PART_TRIES) return null;
      throw error;
    });
    const part = answer === null ? null : readUploadedPart(answer);
    if (part !== null) return part;
    if (answer !== null && tries === PART_TRIES) throw buildRefused(answer);
  }
}

function readUploadedPart({ status, json }: VendorAnswer): UploadedPart | null {
  const { partNumber, etag } = toFields(json);
  const [at, tag] = [toFiniteNumber(partNumber), toNonEmptyText(etag)];
  return status >= 300 || at === null || tag === null ? null : { partNumber: at, etag: tag };
}

/** Appends a segment to a URL's path and keeps the URL's query. */
function appendPath(address: string, place: string): string {
  const url = new URL(address);
  url.pathname += `/${place}`;
  return url.href;
}

const buildRefused = ({ status }: VendorAnswer) =>
  new ProviderFailure('unavailable', 'fal did not take a part of an upload.', status);
