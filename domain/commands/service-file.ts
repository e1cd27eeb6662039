import type { DataSource } from 'typeorm';
import type { FileCheck } from '../../adapters/storage/file-check.js';
import type { ObjectStore } from '../../adapters/storage/object-store.js';
import { Upload } from '../../entities/upload.js';
import type { MediaKind } from '../catalogue/media-types.js';
import { Refusal } from '../contract/error.js';
import { shorten } from '../contract/shorten.js';

/** An object of our store with what is known of it. */
export interface StoredFile {
  readonly key: string;
  readonly contentType: string;
  readonly kind: MediaKind;
  /** Of video and audio, measured from the samples; null for pictures. */
  readonly durationSeconds: number | null;
}

export interface ServiceFileDeps {
  readonly db: DataSource;
  readonly store: ObjectStore;
  readonly fileCheck: FileCheck;
}

/** Pictures that we made ourselves, or keep for a character or product. */
const PICTURE_KEY =
  /^(?:outputs\/gen_[0-9a-f]{32}\/[A-Za-z0-9_-]{32,}|(?:characters|products)\/[a-z2-7]{20}\/[0-9a-f]{32})\.webp$/;
const CLIP_KEY = /^outputs\/gen_[0-9a-f]{32}\/[A-Za-z0-9_-]{32,}\.mp4$/;
const UPLOAD_KEY = /^uploads\/(upl_[0-9a-f]{32})\//;

/** The refusal of an address that names nothing; `field` is what holds it. */
export function noServiceFile(field: string, key: string): Refusal {
  return new Refusal('NOT_FOUND', {
    message: `${field}: ${shorten(key)} is no file of this service, or is deleted or expired. Give the \`url\` of a result, a photo or a ready upload.`,
    details: { field },
  });
}

/**
 * A file of this service by its address: whoever knows it may use it, as may whoever can open it.
 * @param field what holds the address, for the refusal
 * @throws {Refusal} NOT_FOUND with `details.field`
 */
export async function serviceFile(
  deps: ServiceFileDeps,
  key: string,
  field: string,
): Promise<StoredFile> {
  const id = uploadIdOf(key);
  if (id) return uploaded(deps.db, id, key, field);
  const isClip = CLIP_KEY.test(key);
  const facts = isClip || PICTURE_KEY.test(key) ? await deps.store.stat(key) : null;
  if (!facts) throw noServiceFile(field, key);
  const { contentType, size } = facts;
  if (!isClip) return { key, contentType, kind: 'image', durationSeconds: null };
  const checked = await deps.fileCheck.object(key, size, 'video/mp4');
  if (!checked.ok) throw noServiceFile(field, key);
  return { key, contentType, kind: 'video', durationSeconds: checked.durationSeconds };
}

/** The upload that a key belongs to; undefined when to none. */
export const uploadIdOf = (key: string): string | undefined => UPLOAD_KEY.exec(key)?.[1];

async function uploaded(
  db: DataSource,
  id: string,
  key: string,
  field: string,
): Promise<StoredFile> {
  const row = await db.manager.findOneBy(Upload, { id, objectKey: key, status: 'ready' });
  if (!row || row.expiresAt.getTime() <= Date.now()) throw noServiceFile(field, key);
  const { contentType, kind, durationSeconds } = row;
  return { key, contentType, kind, durationSeconds };
}
