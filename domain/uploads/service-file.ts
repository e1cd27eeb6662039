import type { DataSource } from 'typeorm';
import type { FileCheck } from '../ports/file-check.js';
import type { ObjectStore } from '../ports/object-store.js';
import { Upload } from '../../entities/upload.js';
import { MEDIA_TYPES, type MediaFacts, type MediaKind } from '../catalogue/media-types.js';
import { findContentType, isPendingKey, parseServed } from '../catalogue/object-keys.js';
import { Refusal } from '../contract/refusal.js';
import { isUsable, type ReadyUpload } from './ready-upload.js';
import { shorten } from '../contract/show-value.js';

export const NOTHING_KNOWN: MediaFacts = { durationSeconds: null, width: null, height: null };

/** An object in our store with its known metadata. */
export interface StoredFile extends MediaFacts {
  readonly key: string;
  readonly contentType: string;
  readonly kind: MediaKind;
}

export interface ServiceFileDeps {
  readonly db: DataSource;
  readonly store: ObjectStore;
  readonly fileCheck: FileCheck;
}

/** Builds the refusal for a URL without a file. `field` is the field with the URL. */
export function refuseServiceFile(field: string, key: string): Refusal {
  const why = isPendingKey(key)
    ? 'is the address of an upload that was not ready. Send the id of the upload instead.'
    : 'is not a file of this service, or it was deleted or has expired. Send the `url` of a result, a photo or a ready upload.';
  return new Refusal('NOT_FOUND', {
    message: `${field}: ${shorten(key)} ${why}`,
    details: { field },
  });
}

/**
 * Finds one of this service's files by its URL. Anyone with the URL may use the file, just as they
 * may open it.
 * @param accountId the caller, who waits for a slot if the file must be inspected
 * @param field the field with the URL, for the refusal
 * @throws {Refusal} NOT_FOUND with `details.field`
 */
export async function findServiceFile(
  deps: ServiceFileDeps,
  accountId: string,
  key: string,
  field: string,
): Promise<StoredFile> {
  const parts = parseServed(key);
  if (parts?.kind === 'upload') return findUploaded(deps, accountId, parts.id, key, field);
  const facts = parts ? await deps.store.stat(key) : null;
  if (!parts || !facts) throw refuseServiceFile(field, key);
  const { contentType, size } = facts;
  const type = findContentType(parts);
  const kind = type === null ? 'image' : MEDIA_TYPES[type].kind;
  if (type === null || kind === 'image') {
    const picture = { ...NOTHING_KNOWN, key, contentType, kind: 'image' } as const;
    return measure(deps, accountId, picture, size);
  }
  const checked = await deps.fileCheck.object(key, size, type, accountId);
  if (!checked.ok) throw refuseServiceFile(field, key);
  const { durationSeconds, width, height } = checked;
  return { key, contentType, kind, durationSeconds, width, height };
}

/**
 * Adds the pixel size to a picture whose size is not stored: one of our pictures, or an upload from
 * before sizes were stored.
 */
async function measure(
  { fileCheck }: Pick<ServiceFileDeps, 'fileCheck'>,
  accountId: string,
  file: StoredFile,
  size: number,
): Promise<StoredFile> {
  if (file.kind !== 'image' || file.width !== null) return file;
  const checked = await fileCheck.object(file.key, size, file.contentType, accountId);
  return checked.ok ? { ...file, width: checked.width, height: checked.height } : file;
}

async function findUploaded(
  deps: ServiceFileDeps,
  accountId: string,
  id: string,
  key: string,
  field: string,
): Promise<StoredFile> {
  const row = await deps.db.manager.findOneBy(Upload, { id, objectKey: key });
  if (!isUsable(row)) throw refuseServiceFile(field, key);
  return readUploadedFile(deps, row, accountId);
}

/** Reads a ready upload's file, with its size in pixels. */
export function readUploadedFile(
  deps: Pick<ServiceFileDeps, 'fileCheck'>,
  upload: ReadyUpload,
  accountId = upload.accountId,
): Promise<StoredFile> {
  const { objectKey: key, size, contentType, kind, durationSeconds, width, height } = upload;
  const file = { key, contentType, kind, durationSeconds, width, height };
  return measure(deps, accountId, file, size);
}
