import { Character } from '../../entities/character.js';
import { SocialPost } from '../../entities/social-post.js';
import type { Platform } from '../../domain/catalogue/social-platforms.js';
import { createSubjectId } from '../../domain/contract/ids.js';
import { decide } from '../social/conformance/browser.js';
import { Browser } from '../social/connect-rig.js';
import { until } from '../support/until.js';
import type { PostingPlatform } from './posting.js';

/** The platform and the media of a post. */
export interface Wanted {
  readonly platform: Platform;
  readonly media: 'picture' | 'clip';
  /** Delay of the post in milliseconds; if not set, the post is immediate. */
  readonly inMs?: number;
}

/** A post to one platform that was accepted over HTTP. */
export interface RealPost {
  readonly id: string;
  readonly platform: Platform;
  /** A text that only this post has. */
  readonly caption: string;
  /**
   * Status of the response, which is sent when the post ends or after the timeout; 0 without a
   * response.
   */
  readonly answered: Promise<number>;
}

/** The media of a post to each platform. Video platforms get a clip. */
export const USUAL_MEDIA = {
  instagram: 'picture',
  tiktok: 'clip',
  youtube: 'clip',
  threads: 'picture',
  twitter: 'picture',
} as const satisfies Record<Platform, Wanted['media']>;

const ACCEPT_MS = 60_000;
let count = 0;

/**
 * Posts for a new character with a separate social account, so that other posts do not interfere.
 */
export async function makePost(
  at: PostingPlatform,
  { platform, media, inMs }: Wanted,
): Promise<RealPost> {
  const characterId = await insertCharacter(at);
  await connect(at, characterId, platform);
  count += 1;
  const caption = `A red fox in snow, number ${count}`;
  const body = {
    character_id: characterId,
    platforms: [platform],
    generation_ids: [at.media[media]],
    caption,
    ...(inMs !== undefined && { scheduled_at: new Date(Date.now() + inMs).toISOString() }),
  };
  const answered = at.customer.client
    .call('POST', '/v1/social/posts', { body })
    .then(({ status }) => status)
    .catch(() => 0);
  const row = await until(
    'the post is accepted',
    () => at.deps.db.manager.findOneBy(SocialPost, { caption }),
    ACCEPT_MS,
  );
  return { id: row.id, platform, caption, answered };
}

async function insertCharacter({ deps, customer }: PostingPlatform): Promise<string> {
  const id = createSubjectId();
  const now = new Date();
  await deps.db.manager.insert(Character, {
    id,
    accountId: customer.accountId,
    name: 'Ava',
    gender: 'female',
    voiceKey: null,
    photos: [],
    type: 'preset',
    presetBaseId: 'ready_ava',
    analysis: null,
    createdAt: now,
    updatedAt: now,
  });
  await deps.db.query('UPDATE account SET characters = characters + 1 WHERE id = $1', [
    customer.accountId,
  ]);
  return id;
}

/** Connects a social account through our page and the consent page of the platform. */
async function connect(
  { customer }: PostingPlatform,
  characterId: string,
  platform: Platform,
): Promise<void> {
  const body = {
    character_id: characterId,
    platform,
    redirect_url: 'http://localhost:3000/connected',
  };
  const path = '/v1/social/accounts/connect';
  const link = await customer.client.call<{ url: string }>('POST', path, { body });
  if (link.status !== 201) throw new Error(link.text);
  const browser = new Browser();
  const gone = await browser.press(link.body.url);
  const username = `fox_${characterId.slice(0, 12)}`;
  const back = await decide(gone.headers.get('location') ?? '', { username });
  const end = await browser.go(back.href);
  const target = end.headers.get('location') ?? '';
  if (!target.includes('status=connected')) throw new Error(`not connected: ${target}`);
}
