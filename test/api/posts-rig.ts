import { expect } from 'chai';
import sharp from 'sharp';
import { Character } from '../../entities/character.js';
import { SocialPost } from '../../entities/social-post.js';
import { SocialPublication } from '../../entities/social-publication.js';
import { PLATFORMS, type Platform } from '../../domain/catalogue/social-platforms.js';
import type { PostErrorCode } from '../../domain/catalogue/social-states.js';
import type { SocialPostBody } from '../../domain/contract/social-post.js';
import type { SocialPreviewBody } from '../../domain/contract/social-preview.js';
import { createHexSecret, createSubjectId } from '../../domain/contract/ids.js';
import {
  completeGeneration,
  reserveOutputKeys,
} from '../../domain/generations/advance-generation.js';
import { closeHold } from '../../domain/ledger/close-hold.js';
import { presentNow } from '../../domain/social/posts/find-posts.js';
import { emitPostEvent } from '../../domain/webhooks/emit-event.js';
import type { Deps } from '../../runtime/deps.js';
import type { Answer, CallOptions } from '../support/client.js';
import { connect } from '../social/connected.js';
import { clipOf } from '../support/clip.js';
import { changeHere } from '../support/post-runs.js';
import { ApiSuite, registerSuite, type Customer, type Footprint } from './suite.js';

const PATH = '/v1/social/posts';
const DAY_MS = 86_400_000;

/** Returns a time some days ahead, in the API's format. */
export const daysAhead = (days: number): string =>
  new Date(Date.now() + days * DAY_MS).toISOString().replace('Z', '+00:00');

/** A customer with a finished picture and a character that has social accounts. */
export interface Poster {
  readonly customer: Customer;
  readonly characterId: string;
  /** Id of a finished picture. */
  readonly picture: string;
}

/** The API with everything that posts need: characters with social accounts, and generations with real files. */
export class PostSuite extends ApiSuite {
  private clip: Buffer | null = null;

  async poster(
    platforms: readonly Platform[] = PLATFORMS,
    options: Parameters<ApiSuite['customer']>[0] = {},
  ): Promise<Poster> {
    const raised = { requests_per_minute: 100_000, concurrent_jobs: 10_000, ...options.raised };
    const customer = await this.customer({ ...options, raised });
    const characterId = await this.character(customer);
    for (const platform of platforms) {
      await connect(this.api.deps, customer, { characterId, platform });
    }
    return { customer, characterId, picture: await this.picture(customer) };
  }

  async character({ accountId }: Customer): Promise<string> {
    const id = createSubjectId();
    const now = new Date();
    await this.db.manager.insert(Character, {
      id,
      accountId,
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
    await this.db.query('UPDATE account SET characters = characters + 1 WHERE id = $1', [
      accountId,
    ]);
    return id;
  }

  /** Finishes a picture of this size. @returns its id */
  async picture(customer: Customer, width = 768, height = 1_376): Promise<string> {
    const background = { r: 200, g: 90, b: 40 };
    const create = { width, height, channels: 3, background } as const;
    const bytes = await sharp({ create }).webp().toBuffer();
    const { client } = customer;
    const { body } = await client.image({ prompt: 'a red fox in snow' });
    return this.finish(body.id, bytes, 'webp');
  }

  /** Finishes a clip, by default a clip of two seconds with 96 x 64 pixels. @returns its id */
  async video({ client }: Customer, clip?: Buffer): Promise<string> {
    this.clip ??= await clipOf(2);
    const { body } = await client.video({ model: 'kling-3.0', prompt: 'a red fox in snow' });
    return this.finish(body.id, clip ?? this.clip, 'mp4');
  }

  private async finish(id: string, bytes: Buffer, ending: 'webp' | 'mp4'): Promise<string> {
    await this.claim(id);
    const folder = `outputs/${id}/${createHexSecret()}`;
    const keys = { output: `${folder}.${ending}`, thumbnail: `${folder}-thumb.webp` };
    await reserveOutputKeys(this.db, id, keys);
    const type = ending === 'mp4' ? 'video/mp4' : 'image/webp';
    await this.api.deps.store.put(keys.output, bytes, type);
    await completeGeneration(this.api.deps, id);
    return id;
  }

  bodyOf({ characterId, picture }: Poster, more: object = {}): object {
    const platforms = ['threads'];
    return { character_id: characterId, platforms, generation_ids: [picture], ...more };
  }

  post(poster: Poster, more?: object, options?: CallOptions): Promise<Answer<SocialPostBody>> {
    const { client } = poster.customer;
    return client.call('POST', PATH, { body: this.bodyOf(poster, more), ...options });
  }

  /** Schedules a post. */
  async scheduled(poster: Poster, more: object = {}): Promise<SocialPostBody> {
    const answer = await this.post(poster, { scheduled_at: daysAhead(2), ...more });
    expect(answer.status, answer.text).to.equal(201);
    return answer.body;
  }

  async preview(poster: Poster, more: object = {}): Promise<SocialPreviewBody> {
    const body = this.bodyOf(poster, { ...more, dry_run: true });
    const { client } = poster.customer;
    const answer = await client.call<SocialPreviewBody>('POST', PATH, { body });
    expect(answer.status, answer.text).to.equal(200);
    return answer.body;
  }

  /** Rows and objects that posts create, in addition to the rows of every request. */
  override async footprint(accountId: string): Promise<Footprint> {
    const [posts] = await this.db.query(
      `SELECT count(*)::int AS post, count(proposal)::int AS proposals,
         coalesce(sum(version), 0)::int AS versions
       FROM social_post WHERE account_id = $1`,
      [accountId],
    );
    const copies = await this.api.deps.store.list('posts/', '', 1_000);
    return { ...(await super.footprint(accountId)), ...posts, copies: copies.length };
  }

  /** Ends a post like its workflow run. Publishing has failed on the given platforms. */
  async settle(id: string, failed: Partial<Record<Platform, PostErrorCode>> = {}): Promise<void> {
    await this.db.transaction(async (tx) => {
      const row = await tx.findOneByOrFail(SocialPost, { id });
      const all = await tx.findBy(SocialPublication, { postId: id });
      const out = all.filter(({ platform }) => !failed[platform]);
      for (const { platform } of all) {
        const errorCode = failed[platform] ?? null;
        const url = `https://${platform}.example.com/${id}`;
        await tx.update(
          SocialPublication,
          { postId: id, platform },
          {
            ...(errorCode ? { state: 'failed', errorCode } : { state: 'published', url }),
            settledAt: new Date(),
          },
        );
      }
      const cost = out.reduce((sum, { credits }) => sum + credits, 0);
      const partial = out.length === 0 ? 'failed' : 'partial';
      await tx.update(
        SocialPost,
        { id },
        {
          status: out.length === all.length ? 'published' : partial,
          refundedCredits: row.credits - cost,
          settledAt: new Date(),
        },
      );
      await closeHold(tx, { refType: 'social_post', refId: id, settle: cost });
      const settled = await tx.findOneByOrFail(SocialPost, { id });
      await emitPostEvent(tx, row.accountId, await presentNow(tx, settled));
    });
  }

  /** Finds the only post of an account; null if the account has no post yet. */
  async idOfPost({ accountId }: Customer): Promise<string | null> {
    return (await this.db.manager.findOneBy(SocialPost, { accountId }))?.id ?? null;
  }

  async balance({ accountId }: Customer): Promise<{ free: number; held: number }> {
    const [row] = await this.db.query(
      `SELECT (sub + pur)::int AS free, (held_sub + held_pur)::int AS held
       FROM account WHERE id = $1`,
      [accountId],
    );
    return row;
  }
}

/** Registers a suite without workflow runs, so that posts are not published. */
export function postSuite(change: (deps: Deps) => Deps = changeHere): PostSuite {
  return registerSuite(new PostSuite(), { change });
}
