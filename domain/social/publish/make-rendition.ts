import { readFile } from 'node:fs/promises';
import { buffer } from 'node:stream/consumers';
import { buildKey } from '../../catalogue/object-keys.js';
import { PLATFORM_TABLE, type Platform } from '../../catalogue/social-platforms.js';
import type { ClipPlan, ImagePlan, RenditionPlan } from '../../catalogue/renditions.js';
import type { ObjectStore } from '../../ports/object-store.js';
import { SIGNATURE_BYTES, signCopy, type Copy } from '../../provenance/sign-copy.js';
import type { SignDeps } from '../../provenance/sign-file.js';
import {
  RenditionImpossible,
  type ClipSource,
  type RenditionMaker,
} from '../../ports/rendition-maker.js';
import type { PostSource } from '../../../entities/social-post.js';
import type { Rendition } from '../../../entities/social-publication.js';

export interface MakeDeps extends SignDeps {
  readonly store: ObjectStore;
  readonly renditionMaker: RenditionMaker;
  readonly newSecret: () => string;
}

interface RenditionTask<P extends RenditionPlan = RenditionPlan> {
  readonly postId: string;
  readonly platform: Platform;
  readonly source: PostSource;
  readonly plan: P;
}

/** Our largest pictures have 17 MP, so a file is never this large. */
const PICTURE_BYTES_MAX = 60_000_000;

/**
 * Creates one rendition and stores it under its own key.
 * @throws {RenditionImpossible}
 */
export function makeRendition(
  deps: MakeDeps,
  making: RenditionTask,
  signal: AbortSignal,
): Promise<Rendition> {
  const { plan } = making;
  if (plan.kind === 'image') return makePicture(deps, { ...making, plan }, signal);
  return plan.mode === 'encode'
    ? encodeClip(deps, { ...making, plan }, signal)
    : keepClip(deps, making, signal);
}

function createRenditionKey(
  { newSecret }: MakeDeps,
  id: string,
  extension: 'jpg' | 'webp' | 'mp4',
): string {
  return buildKey({ kind: 'rendition', id, name: newSecret(), extension });
}

const buildGoneFailure = () =>
  new RenditionImpossible('The copied file of the post no longer exists.');

async function makePicture(
  deps: MakeDeps,
  { postId, source, plan }: RenditionTask<ImagePlan>,
  signal: AbortSignal,
): Promise<Rendition> {
  const { store, renditionMaker } = deps;
  const picture = await store.get(source.key, PICTURE_BYTES_MAX, signal);
  if (!picture) throw buildGoneFailure();
  const planned = { ...plan, maxBytes: plan.maxBytes - SIGNATURE_BYTES };
  const made = await renditionMaker.makePicture(picture, planned, signal);
  const { contentType } = made;
  const { maxBytes } = plan;
  const origin = { bytes: picture, contentType: source.contentType };
  const copy = { file: made, source: origin, action: 'c2pa.transcoded', maxBytes } as const;
  const bytes = await signCopy(deps, copy, signal);
  const key = createRenditionKey(deps, postId, plan.format === 'jpeg' ? 'jpg' : 'webp');
  await store.put(key, bytes, contentType, signal);
  const { width, height } = plan;
  return { key, contentType, size: bytes.length, width, height, durationMs: null };
}

const CLIP_TYPE = 'video/mp4';

/**
 * Keeps the clip unchanged. A platform that receives the bytes needs no copy; a platform that
 * fetches them needs a URL specific to this attempt, and the index at the start.
 */
async function keepClip(
  deps: MakeDeps,
  { postId, platform, source }: RenditionTask,
  signal: AbortSignal,
): Promise<Rendition> {
  const { store, renditionMaker } = deps;
  const { durationMs, width, height } = source;
  const facts = await store.stat(source.key);
  if (!facts) throw buildGoneFailure();
  const { size, etag } = facts;
  const clip = { contentType: CLIP_TYPE, size, width, height, durationMs };
  if (PLATFORM_TABLE[platform].video.way === 'upload') return { key: source.key, ...clip };
  const key = createRenditionKey(deps, postId, 'mp4');
  const bytes = toSource(deps, source, size);
  if (await renditionMaker.hasIndexInFront(bytes, signal)) {
    if (!(await store.copy(source.key, key, etag, CLIP_TYPE, signal))) throw buildGoneFailure();
  } else {
    const keep = (path: string) =>
      signAndKeep(deps, { key, path, source: bytes, action: 'c2pa.repackaged' }, signal);
    return { key, ...clip, size: await renditionMaker.moveIndex(bytes, keep, signal) };
  }
  return { key, ...clip };
}

async function encodeClip(
  deps: MakeDeps,
  { postId, source, plan }: RenditionTask<ClipPlan>,
  signal: AbortSignal,
): Promise<Rendition> {
  const { store, renditionMaker } = deps;
  const stored = await store.stat(source.key);
  if (!stored) throw buildGoneFailure();
  const key = createRenditionKey(deps, postId, 'mp4');
  const { maxBytes } = plan;
  const clip = toSource(deps, source, stored.size);
  const { path: _, ...facts } = await renditionMaker.encodeClip(
    clip,
    { ...plan, maxBytes: maxBytes - SIGNATURE_BYTES },
    async (made) => {
      const copy = {
        key,
        path: made.path,
        source: clip,
        action: 'c2pa.transcoded',
        maxBytes,
      } as const;
      return { ...made, size: await signAndKeep(deps, copy, signal) };
    },
    signal,
  );
  return { key, contentType: CLIP_TYPE, ...facts };
}

/** @returns the size of the stored clip */
async function signAndKeep(
  deps: MakeDeps,
  {
    key,
    path,
    source,
    ...how
  }: Pick<Copy, 'action' | 'maxBytes'> & { key: string; path: string; source: ClipSource },
  signal: AbortSignal,
): Promise<number> {
  const file = { bytes: await readFile(path), contentType: CLIP_TYPE };
  const bytes = await buffer(await source.read({ start: 0, end: source.size - 1 }));
  const copy = { file, source: { bytes, contentType: CLIP_TYPE }, ...how };
  const signed = await signCopy(deps, copy, signal);
  await deps.store.put(key, signed, CLIP_TYPE, signal);
  return signed.length;
}

const toSource = (
  { store }: MakeDeps,
  { key, durationMs }: PostSource,
  size: number,
): ClipSource => ({
  size,
  durationMs,
  async read(range) {
    const bytes = await store.read(key, range);
    if (!bytes) throw buildGoneFailure();
    return bytes;
  },
});
