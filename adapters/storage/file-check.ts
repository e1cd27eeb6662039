import type { MediaKind } from '../../domain/catalogue/media-types.js';

/** What a look into a file said: its exact type, or why it is refused, in words for the caller. */
export type CheckedFile =
  | { readonly ok: true; readonly contentType: string }
  | { readonly ok: false; readonly message: string };

/** Looks into files: kind from the bytes, decoded or probed whole (design §7). */
export interface FileCheck {
  /** A file of this machine. */
  file(path: string, size: number, kind: MediaKind): Promise<CheckedFile>;
  /** An object of our store, fetched for the time of the check. */
  object(key: string, size: number, kind: MediaKind): Promise<CheckedFile>;
}
