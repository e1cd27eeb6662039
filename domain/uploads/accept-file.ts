import type { AcceptedFile, CheckedFile, FileCheck } from '../ports/file-check.js';
import { INLINE_BYTES_MAX, MEDIA_BYTES_MAX, type MediaKind } from '../catalogue/media-types.js';
import { refuseInvalid } from '../contract/refusal.js';
import type { DeclaredType, InlineFile } from '../contract/media.js';

/** A field that refers to a file, and the kinds of files that it accepts. */
export interface FileField {
  /** The field's path in an issue, such as `body.scene_image`. */
  readonly path: string;
  readonly kinds: readonly MediaKind[];
}

const NAMED: Readonly<Record<MediaKind, string>> = {
  image: 'an image',
  video: 'a video',
  audio: 'an audio file',
};

/**
 * Checks that a field accepts this kind of file.
 * @throws {Refusal} VALIDATION_ERROR if it does not
 */
export function requireKind(
  { path, kinds }: FileField,
  { kind, contentType }: { readonly kind: MediaKind; readonly contentType: string },
): void {
  if (kinds.includes(kind)) return;
  const needed = kinds.map((one) => NAMED[one]).join(' or ');
  throw refuseInvalid([
    { path, message: `is ${NAMED[kind]} (${contentType}); ${needed} is needed` },
  ]);
}

/**
 * Accepts an inspected file if the field accepts its kind.
 * @param declared the type that the sender declared; null if none
 * @throws {Refusal} VALIDATION_ERROR naming the field
 */
export function acceptFile(
  field: FileField,
  checked: CheckedFile,
  size: number,
  declared: DeclaredType | null,
): AcceptedFile {
  const refuse = (message: string) => refuseInvalid([{ path: field.path, message }]);
  if (!checked.ok) throw refuse(checked.message);
  const { kind, contentType } = checked;
  if (declared?.kind && declared.kind !== kind) {
    throw refuse(
      `is declared as ${declared.type} but contains ${contentType}; declare the type that it contains`,
    );
  }
  requireKind(field, checked);
  const max = MEDIA_BYTES_MAX[kind];
  if (size > max) throw refuse(`has ${size} bytes; the maximum for ${kind} files is ${max}`);
  return checked;
}

/**
 * Inspects a data URL's file, in memory and without side effects.
 * @throws {Refusal} VALIDATION_ERROR naming the field
 */
export async function acceptInline(
  fileCheck: Pick<FileCheck, 'file'>,
  accountId: string,
  field: FileField,
  { bytes, declared }: InlineFile,
): Promise<AcceptedFile> {
  if (bytes.length > INLINE_BYTES_MAX) {
    const message = `contains ${bytes.length} bytes; the maximum for a data URL is ${INLINE_BYTES_MAX}: send a larger file as a signed upload`;
    throw refuseInvalid([{ path: field.path, message }]);
  }
  const checked = await fileCheck.file(bytes, bytes.length, accountId);
  return acceptFile(field, checked, bytes.length, declared);
}
