import type { FileKind } from './format';
import { BROKEN_OFF, UploadProblem, readProblem } from './problem';

/** A file in the upload box. */
export interface BoxFile {
  readonly id: string;
  readonly kind: FileKind;
  readonly size: number;
  readonly created_at: number;
}

/** An upload box's state. */
export interface BoxState {
  readonly purpose: string | null;
  readonly accept: readonly { readonly kind: FileKind; readonly max_bytes: number }[];
  readonly files_left: number;
  readonly bytes_left: number;
  readonly expires_at: number;
  readonly files: readonly BoxFile[];
  readonly url: string;
  /** A QR code for `url`: its width in modules, and the path of its dark modules. */
  readonly code: { readonly size: number; readonly path: string };
}

/** A file's upload target. */
export interface UploadTarget {
  readonly id: string;
  readonly upload_url: string;
  readonly upload_method: string;
  readonly upload_headers: Readonly<Record<string, string>>;
}

/** The page's URL ends with the box's id. */
const BOX = location.pathname.replace(/\/$/, '');

/** @throws {UploadProblem} */
async function ask<T>(path: string, init: RequestInit = {}): Promise<T> {
  const answer = await fetch(BOX + path, init).catch(() => null);
  if (!answer) throw new UploadProblem(BROKEN_OFF, true);
  if (!answer.ok) throw await readProblem(answer);
  return (await answer.json()) as T;
}

export const askState = (): Promise<BoxState> => ask('/state');

export const requestUpload = ({ name, type, size }: File): Promise<UploadTarget> =>
  ask('/files', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ name: name.slice(0, 300), type: type.slice(0, 100), size }),
  });

export const askCheck = (id: string): Promise<BoxFile> => ask(`/files/${id}`, { method: 'POST' });

/**
 * Uploads the bytes to object storage with XMLHttpRequest, because `fetch` reports no progress.
 * @param onProgress called with the fraction that has been sent, 0 to 1
 * @throws {UploadProblem}
 */
export function putFile(
  file: File,
  place: UploadTarget,
  onProgress: (part: number) => void,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open(place.upload_method, place.upload_url);
    // The browser sets Content-Length and does not let scripts set it.
    request.setRequestHeader('Content-Type', place.upload_headers['Content-Type'] ?? '');
    request.upload.addEventListener('progress', ({ loaded, total }) =>
      onProgress(total > 0 ? loaded / total : 0),
    );
    request.addEventListener('error', () => reject(new UploadProblem(BROKEN_OFF, true)));
    request.addEventListener('load', () =>
      request.status < 300
        ? resolve()
        : reject(new UploadProblem('The file was not received.', true)),
    );
    request.send(file);
  });
}
