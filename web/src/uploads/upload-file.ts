import type { Upload } from '../api/contract';
import { request } from '../api/request';
import { createIdempotencyKey } from '../requests/idempotency';

/**
 * Size of the largest file sent inside a request, in bytes; larger files are uploaded to object
 * storage by PUT.
 */
const INLINE_BYTES_MAX = 20_000_000;

const PIECE = 32_768;

/** Uploads a local file. */
export async function uploadFile(file: File): Promise<Pick<Upload, 'id' | 'url'>> {
  const body =
    file.size <= INLINE_BYTES_MAX
      ? { data: await readAsDataUrl(file) }
      : { content_type: file.type, size: file.size };
  const data = await request('POST /uploads', { body, headers: createIdempotencyKey() });
  if (!data.upload_url) return data;
  await putFile(file, data.upload_url);
  // Reading the upload makes the server check it, and only checked files can be priced.
  return await request('GET /uploads/{id}', { params: { id: data.id } });
}

/** Sends a file to object storage, whose errors differ from the API's. */
async function putFile(file: File, url: string): Promise<void> {
  const sent = await fetch(url, {
    method: 'PUT',
    body: file,
    headers: { 'Content-Type': file.type },
  });
  if (sent.ok) return;
  const message = `The upload failed with status ${sent.status}. Try again.`;
  throw Object.assign(new Error(message), { error: { code: 'STORE_REFUSED', message } });
}

async function readAsDataUrl(file: File): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  // Converts in chunks, because a call accepts a limited number of arguments.
  let text = '';
  for (let at = 0; at < bytes.length; at += PIECE) {
    text += String.fromCharCode(...bytes.subarray(at, at + PIECE));
  }
  return `data:${file.type};base64,${btoa(text)}`;
}
