import type { PostMedia } from '../../catalogue/social-platforms.js';
import { buildKey } from '../../catalogue/object-keys.js';
import { refuseUnknown } from '../../contract/refusal.js';
import type { FileCheck } from '../../ports/file-check.js';
import type { ObjectFacts, ObjectStore } from '../../ports/object-store.js';
import type { PostSource } from '../../../entities/social-post.js';
import type { SourceFacts } from './plan-post.js';
import { readWebpSize, WEBP_HEAD_BYTES } from './webp-size.js';

/** A generation's file, with the version that was checked. */
export interface SourceFile extends SourceFacts {
  readonly generationId: string;
  readonly key: string;
  readonly etag: string;
}

interface GenerationFile {
  readonly id: string;
  readonly outputKey: string | null;
}

export interface SourceDeps {
  readonly store: ObjectStore;
  readonly fileCheck: FileCheck;
}

/**
 * Reads metadata of completed generations' files.
 * @throws {Refusal} NOT_FOUND if a generation was deleted in the meantime
 */
export function readSources(
  deps: SourceDeps,
  accountId: string,
  media: PostMedia,
  generations: readonly GenerationFile[],
): Promise<SourceFile[]> {
  const read = async (row: GenerationFile, at: number): Promise<SourceFile> => {
    const facts = row.outputKey === null ? null : await deps.store.stat(row.outputKey);
    const measured =
      facts && row.outputKey !== null
        ? await (media === 'video' ? measureClip : measurePicture)(
            deps,
            row.outputKey,
            facts,
            accountId,
          )
        : null;
    if (!facts || !measured || row.outputKey === null) throw refuseGone(row.id, at);
    const { size, etag } = facts;
    return { generationId: row.id, key: row.outputKey, size, etag, ...measured };
  };
  return Promise.all(generations.map(read));
}

type MeasuredSource = Omit<SourceFacts, 'size'> | null;

async function measurePicture(
  { store }: SourceDeps,
  key: string,
  { size }: ObjectFacts,
): Promise<MeasuredSource> {
  if (size < WEBP_HEAD_BYTES) return null;
  const stream = await store.read(key, { start: 0, end: WEBP_HEAD_BYTES - 1 });
  if (!stream) return null;
  const parts: Buffer[] = [];
  for await (const part of stream as AsyncIterable<Buffer>) parts.push(part);
  const pixels = readWebpSize(Buffer.concat(parts));
  return pixels && { contentType: 'image/webp', ...pixels, durationMs: null };
}

async function measureClip(
  { fileCheck }: SourceDeps,
  key: string,
  { size }: ObjectFacts,
  accountId: string,
): Promise<MeasuredSource> {
  const checked = await fileCheck.object(key, size, 'video/mp4', accountId);
  if (!checked.ok || !checked.width || !checked.height) return null;
  const { width, height, durationSeconds } = checked;
  const durationMs = durationSeconds === null ? null : Math.round(durationSeconds * 1_000);
  return { contentType: 'video/mp4', width, height, durationMs };
}

const refuseGone = (id: string, at: number) =>
  refuseUnknown('generation', id, `generation_ids.${at}`);

/**
 * Copies the files to the post's own keys, so that it no longer depends on the generations. If one
 * copy fails, the other copies are removed.
 * @throws {Refusal} NOT_FOUND if a generation was deleted in the meantime
 */
export async function copySources(
  { store, newSecret }: { readonly store: ObjectStore; readonly newSecret: () => string },
  postId: string,
  found: readonly SourceFile[],
): Promise<PostSource[]> {
  const chooseExtension = (type: string) => (type === 'video/mp4' ? 'mp4' : 'webp');
  const sources = found.map(({ contentType, size, width, height, durationMs }) => ({
    key: buildKey({
      kind: 'post',
      id: postId,
      name: newSecret(),
      extension: chooseExtension(contentType),
    }),
    contentType,
    size,
    width,
    height,
    durationMs,
  }));
  const copies = found.map(async ({ key, etag, contentType, generationId }, at) => {
    const to = sources[at]?.key ?? '';
    if (!(await store.copy(key, to, etag, contentType))) throw refuseGone(generationId, at);
  });
  const ended = await Promise.allSettled(copies);
  const failed = ended.find((one) => one.status === 'rejected');
  if (!failed) return sources;
  await store.remove(sources.map(({ key }) => key));
  throw failed.reason;
}
