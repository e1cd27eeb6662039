import { expect } from 'chai';
import type { Platform } from '../../domain/catalogue/social-platforms.js';
import type { SocialPostBody } from '../../domain/contract/social-post.js';
import { PostSuite, type Poster } from '../api/posts-rig.js';
import { until } from '../support/until.js';
import { decide } from './conformance/browser.js';
import { Browser } from './connect-rig.js';

const REDIRECT = 'http://localhost:3000/connected';

/**
 * Test API in which owners connect accounts at the platform stand-ins, so that the tokens are real.
 */
export class OwnerSuite extends PostSuite {
  /**
   * Replaces the port of the URL with the port of this test, because PUBLIC_URL has another port.
   */
  private here(url: string): string {
    const { pathname, search } = new URL(url);
    return this.api.url + pathname + search;
  }

  /**
   * Connects an account through our page and the consent page of the platform.
   * @returns the link's secret and the code
   */
  async connect({ customer, characterId }: Poster, platform: Platform): Promise<string[]> {
    const browser = new Browser();
    const body = { character_id: characterId, platform, redirect_url: REDIRECT };
    const path = '/v1/social/accounts/connect';
    const link = await customer.client.call<{ url: string }>('POST', path, { body });
    expect(link.status, link.text).to.equal(201);
    const gone = await browser.press(this.here(link.body.url));
    const back = await decide(gone.headers.get('location') ?? '', { username: 'ava_fox' });
    const end = await browser.go(this.here(back.href));
    expect(end.headers.get('location'), end.html).to.include('status=connected');
    const { searchParams } = back;
    const code = searchParams.get('code') ?? '';
    expect(code).not.to.equal('');
    return [link.body.url.split('/').at(-1) ?? '', code, searchParams.get('state') ?? ''];
  }

  /** Creates a character with an account on each of the given platforms. */
  async connected(platforms: readonly Platform[]): Promise<Poster> {
    const poster = await this.poster([], { plan: 'agency' });
    for (const platform of platforms) await this.connect(poster, platform);
    return poster;
  }

  /** Waits until a post has ended. */
  ended(poster: Poster, { id }: SocialPostBody): Promise<SocialPostBody> {
    return until(`${id} has ended`, async () => {
      const { body } = await poster.customer.client.get<SocialPostBody>(`/v1/social/posts/${id}`);
      return body.status === 'scheduled' ? null : body;
    });
  }
}
