import { randomBytes } from 'node:crypto';
import type { Platform } from '../../domain/catalogue/social-platforms.js';
import type { PublicationState } from '../../domain/catalogue/social-states.js';
import type { SocialSettings } from '../../domain/contract/social-settings.js';
import { SocialPost, type PostSource } from '../../entities/social-post.js';
import { SocialPublication } from '../../entities/social-publication.js';
import type { Deps } from '../../runtime/deps.js';

const secret = () => randomBytes(16).toString('hex');

/** Bytes of a picture or clip, and its metadata. */
export type StoredFile = Partial<PostSource> & { readonly bytes: Buffer };

interface PostOptions {
  readonly state?: PublicationState | undefined;
  readonly settings?: SocialSettings;
}

/**
 * Id without an account row: the ledger check would report posts for which an existing account has
 * not paid.
 */
const NOBODY = 'nobody';

/** Deletes the rows that `insertPost` has inserted. */
export async function forgetPosts({ db }: Pick<Deps, 'db'>): Promise<void> {
  await db.manager.delete(SocialPost, { accountId: NOBODY });
}

/**
 * Inserts an accepted post with these files for one platform.
 * @returns its id
 */
export async function insertPost(
  { db, store }: Pick<Deps, 'db' | 'store'>,
  platform: Platform,
  files: readonly StoredFile[],
  { state = 'preparing', settings = {} }: PostOptions = {},
): Promise<string> {
  const id = `pst_${secret()}`;
  const isVideo = files[0]?.contentType === 'video/mp4';
  const sources = files.map(({ bytes, ...facts }): PostSource => ({
    key: `posts/${id}/${secret()}.${isVideo ? 'mp4' : 'webp'}`,
    contentType: 'image/webp',
    size: bytes.length,
    width: 200,
    height: 800,
    durationMs: null,
    ...facts,
  }));
  for (const [at, { key, contentType }] of sources.entries()) {
    await store.put(key, files[at]?.bytes ?? Buffer.alloc(0), contentType);
  }
  await db.manager.insert(SocialPost, {
    id,
    accountId: NOBODY,
    keyId: 'key',
    characterId: 'character',
    platforms: [platform],
    caption: null,
    generationIds: [],
    dueAt: new Date(),
    settings,
    media: isVideo ? 'video' : 'images',
    sources,
    status: 'scheduled',
    credits: 1,
    createdAt: new Date(),
  });
  const row = { postId: id, platform, socialAccountId: 'sac', state, credits: 1 };
  const errorCode = state === 'failed' ? 'TOO_LATE' : null;
  await db.manager.insert(SocialPublication, { ...row, errorCode });
  return id;
}
