import { createUpload, type Upload } from '../api';
import { newIdempotencyKey } from './idempotency';

/** What may be sent inside a request; larger files are PUT to the store. */
const INLINE_BYTES_MAX = 20_000_000;

const PIECE = 32_768;

/** Uploads a file of this machine. */
export async function uploadFile(file: File): Promise<Pick<Upload, 'id'>> {
  const body =
    file.size <= INLINE_BYTES_MAX
      ? { data: await readAsDataUrl(file) }
      : { content_type: file.type, size: file.size };
  const { data } = await createUpload({ body, headers: newIdempotencyKey(), throwOnError: true });
  if (data.upload_url) {
    const headers = { 'Content-Type': file.type };
    const sent = await fetch(data.upload_url, { method: data.upload_method, body: file, headers });
    if (!sent.ok) throw new Error(`the store answered ${sent.status}`);
  }
  return data;
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
