import { isRecord } from './rules.js';
import type { KieFile } from './files.js';

/** An uploaded file and its path. */
export interface Upload {
  readonly file: KieFile;
  readonly path: string;
}

const BASE64_BYTES_MAX = 10_000_000;

/**
 * Reads a `file-base64-upload` body.
 * @throws {Error} describing input that Kie would refuse
 */
export function base64Upload(body: Buffer): Upload {
  const json: unknown = JSON.parse(body.toString('utf8'));
  if (!isRecord(json)) throw new Error('upload must be an object');
  const { base64Data, uploadPath, fileName, ...rest } = json;
  refuseMore(Object.keys(rest));
  const [head = '', payload = ''] = String(base64Data).split(',');
  const found = /^data:([\w/+.-]+);base64$/.exec(head);
  const bytes = Buffer.from(payload, 'base64');
  // Not checked with a regular expression, which can run out of stack over megabytes.
  if (!found || bytes.toString('base64') !== payload)
    throw new Error('base64Data must be a data URL');
  if (bytes.length > BASE64_BYTES_MAX) throw new Error('more than 10 MB as base64');
  return {
    file: { bytes, contentType: found[1] ?? '' },
    path: buildUploadPath(uploadPath, fileName),
  };
}

/**
 * Reads a `file-stream-upload` body.
 * @throws {Error} describing input that Kie would refuse
 */
export async function streamUpload(body: Buffer, contentType: string): Promise<Upload> {
  const headers = { 'content-type': contentType };
  const form = await new Response(new Uint8Array(body), { headers }).formData();
  const fields = Object.fromEntries(form);
  const { file, uploadPath, fileName, ...rest } = fields;
  refuseMore(Object.keys(rest));
  if (file === undefined || typeof file === 'string') throw new Error('no file in the form');
  return {
    file: { bytes: Buffer.from(await file.arrayBuffer()), contentType: file.type },
    path: buildUploadPath(uploadPath, fileName),
  };
}

function refuseMore(names: readonly string[]): void {
  if (names.length > 0) throw new Error(`unknown fields of an upload: ${names.join(', ')}`);
}

function buildUploadPath(folder: unknown, name: unknown): string {
  if (typeof folder !== 'string' || !/^[\w-]+(\/[\w-]+)*$/.test(folder)) {
    throw new Error('uploadPath is not a folder');
  }
  if (typeof name !== 'string' || !/^[\w-]+\.(jpg|png|webp|mp4|mov)$/.test(name)) {
    throw new Error('fileName is not a file name');
  }
  return `${folder}/${name}`;
}
