import type { Upload } from '../api/contract';
import { request } from '../api/request';
import { newIdempotencyKey } from '../requests/idempotency';

/** What may be sent inside a request; larger files are PUT to the store. */
const INLINE_BYTES_MAX = 20_000_000;

const PIECE = 32_768;

/** Uploads a file of this machine. */
export async function uploadFile(file: File): Promise<Pick<Upload, 'id'>> {
  const body =
    file.size <= INLINE_BYTES_MAX
      ? { data: await readAsDataUrl(file) }
      : { content_type: file.type, size: file.size };
  const data = await request('POST /uploads', { body, headers: newIdempotencyKey() });
  if (!data.upload_url) return data;
  await put(file, data.upload_url);
  // Being asked for, it is checked: a price is told for checked files only.
  return await request('GET /uploads/{id}', { params: { id: data.id } });
}

/** Sends a file to the store, which answers in another way than the API. */
async function put(file: File, url: string): Promise<void> {
  const sent = await fetch(url, {
    method: 'PUT',
    body: file,
    headers: { 'Content-Type': file.type },
  });
  if (sent.ok) return;
  const message = `The store refused the file with status ${sent.status}.`;
  throw Object.assign(new Error(message), { error: { code: 'STORE_REFUSED', message } });
}

async function readAsDataUrl(file: File): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  // In pieces, since a call takes only so many arguments.
  let text = '';
  for (let at = 0; at < bytes.length; at += PIECE) {
    text += String.fromCharCode(...bytes.subarray(at, at + PIECE));
  }
  return `data:${file.type};base64,${btoa(text)}`;
}
