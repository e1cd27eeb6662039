import {
  MEDIA_BYTES_MAX,
  MEDIA_TYPES,
  type MediaKind,
  parseContentType,
} from '../../../domain/catalogue/media-types.js';
import type { ByteReader, DeclaredFacts, Inspection } from './inspection.js';
import { MediaRefused, refuseKind } from '../../../domain/ports/media-refused.js';
import { inspectPicture } from './picture.js';
import { probe } from './probe.js';
import { sniff } from './sniff.js';
import { isWhole } from './whole.js';

/**
 * Checks a file by its bytes; the declared type only has to be of the same kind. Cheap checks come
 * first. `onPicture` is called before an image is decoded, because decoding may take more time and
 * memory.
 * @throws {MediaRefused}
 */
export async function inspectFile(
  file: ByteReader,
  { declaredType, size }: DeclaredFacts,
  onPicture: () => void,
): Promise<Inspection> {
  if (file.size === 0) throw new MediaRefused('empty');
  if (file.size < (size ?? 0)) throw new MediaRefused('truncated');
  const sniffed = await sniff(file);
  if (!sniffed) throw new MediaRefused('unsupported');

  const declared = declaredType === null ? null : parseContentType(declaredType);
  if (declaredType !== null && !declared) throw new MediaRefused('unsupported');
  const { kind } = MEDIA_TYPES[sniffed];
  requireSize(file.size, kind);
  if (kind !== 'image') {
    const found = await probe(file, sniffed);
    requireSize(file.size, found.kind);
    return requireKind(found, declared && MEDIA_TYPES[declared].kind);
  }
  // Checked before decoding, because decoding cannot change an image's kind.
  requireKind({ kind, contentType: sniffed }, declared && MEDIA_TYPES[declared].kind);
  onPicture();
  if (!(await isWhole(file, sniffed))) throw new MediaRefused('truncated');
  return inspectPicture(Buffer.from(await file.read(0, file.size)), sniffed);
}

function requireSize(size: number, kind: MediaKind): void {
  if (size > MEDIA_BYTES_MAX[kind]) throw new MediaRefused('too_large');
}

function requireKind(found: Inspection, declared: MediaKind | null): Inspection {
  if (declared !== null && declared !== found.kind) throw refuseKind(declared, found.kind);
  return found;
}
