import type { ImageModelV4File } from '@ai-sdk/provider';

/** Bytes to convert to text in one step, because a call has a limited number of arguments. */
const STEP = 0x8000;

/**
 * Converts a file of the SDK to the value of a media field. Bytes become a data URL, not an upload:
 * a repeated call must have the same body.
 */
export function toMediaField(file: ImageModelV4File): string {
  if (file.type === 'url') return file.url;
  const base64 = typeof file.data === 'string' ? file.data : encodeBase64(file.data);
  return `data:${file.mediaType};base64,${base64}`;
}

function encodeBase64(bytes: Uint8Array): string {
  let text = '';
  for (let at = 0; at < bytes.length; at += STEP) {
    text += String.fromCharCode(...bytes.subarray(at, at + STEP));
  }
  return btoa(text);
}
