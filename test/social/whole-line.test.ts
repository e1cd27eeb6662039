import { expect } from 'chai';
import type { Platform } from '../../domain/catalogue/social-platforms.js';
import type { SocialPostBody } from '../../domain/contract/social-post.js';
import type { FakeOptions, PlatformFake } from '../../social-demo/fake.js';
import { createInstagramFake } from '../../social-demo/instagram/fake.js';
import { serveFakes, type FakeServer } from '../../social-demo/server.js';
import { createThreadsFake } from '../../social-demo/threads/fake.js';
import { createTikTokFake } from '../../social-demo/tiktok/fake.js';
import { createTwitterFake } from '../../social-demo/twitter/fake.js';
import { createYouTubeFake } from '../../social-demo/youtube/fake.js';
import { PostSuite, type Poster } from '../api/posts-rig.js';
import { registerSuite } from '../api/suite.js';
import { checkInvariants } from '../../domain/ledger/invariants.js';
import { clipOf } from '../support/clip.js';
import { until } from '../support/until.js';
import { decide } from './conformance/browser.js';
import { Browser } from './connect-rig.js';

const STAND_INS: readonly ((options: FakeOptions) => PlatformFake)[] = [
  createInstagramFake,
  createThreadsFake,
  createTikTokFake,
  createYouTubeFake,
  createTwitterFake,
];

describe('from the consent of an owner to a post that everybody sees', () => {
  const suite = new PostSuite();
  const fakes = STAND_INS.map((create) => create({ now: Date.now }));
  const names = fakes.map(({ name }) => name as Platform);
  let server: FakeServer;
  registerSuite(suite, {
    async env() {
      server = await serveFakes(fakes);
      return { SOCIAL_DEMO_URL: server.url };
    },
    workers: {},
    change: (deps) => ({ ...deps, mediaUrl: (key) => `${suite.api.url}/media/${key}` }),
    end: () => server.close(),
  });
  const here = (url: string) => {
    const { pathname, search } = new URL(url);
    return suite.api.url + pathname + search;
  };

  /** As an owner connects an account: over our page and that of the platform. */
  async function connect({ customer, characterId }: Poster, platform: Platform): Promise<void> {
    const browser = new Browser();
    const body = {
      character_id: characterId,
      platform,
      redirect_url: 'http://localhost:3000/connected',
    };
    const path = '/v1/social/accounts/connect';
    const link = await customer.client.call<{ url: string }>('POST', path, { body });
    expect(link.status, link.text).to.equal(201);
    const gone = await browser.go(here(link.body.url), 'POST');
    const back = await decide(gone.headers.get('location') ?? '', { username: 'ava_fox' });
    const end = await browser.go(here(back.href));
    expect(end.headers.get('location'), end.html).to.include('status=connected');
  }

  /** A character with an account on each platform that is named. */
  async function connected(platforms: readonly Platform[]): Promise<Poster> {
    const poster = await suite.poster([], { plan: 'agency' });
    for (const platform of platforms) await connect(poster, platform);
    return poster;
  }

  async function ended(poster: Poster, { id }: SocialPostBody): Promise<SocialPostBody> {
    return until(`the end of ${id}`, async () => {
      const { body } = await poster.customer.client.get<SocialPostBody>(`/v1/social/posts/${id}`);
      return body.status === 'scheduled' ? null : body;
    });
  }
  const shownBy = (platform: string, text: string) =>
    (fakes.find(({ name }) => name === platform)?.posts() ?? []).filter(
      (post) => post.text === text,
    );

  it('shows a picture once on every platform that takes pictures', async () => {
    const platforms = names.filter((name) => name !== 'youtube');
    const poster = await connected(platforms);
    const caption = 'A red fox in snow';
    const answer = await suite.post(poster, { platforms, caption });
    expect(answer.status, answer.text).to.equal(201);
    const post = await ended(poster, answer.body);
    expect(post.status, JSON.stringify(post.results)).to.equal('published');
    for (const platform of platforms) {
      const [shown, ...others] = shownBy(platform, caption);
      expect(others).to.deep.equal([]);
      expect(shown?.media).to.have.length(1);
      expect(shown?.username).to.equal('ava_fox');
    }
    expect(await checkInvariants(suite.db.manager)).to.deep.equal([]);
  });

  it('shows a clip once on every platform', async () => {
    const poster = await connected(names);
    const caption = 'A red fox runs';
    const clip = await clipOf(4, { width: 360, height: 640 });
    const video = await suite.video(poster.customer, clip);
    const answer = await suite.post(poster, {
      platforms: names,
      generation_ids: [video],
      caption,
    });
    expect(answer.status, answer.text).to.equal(201);
    const post = await ended(poster, answer.body);
    expect(post.status, JSON.stringify(post.results)).to.equal('published');
    for (const platform of names) expect(shownBy(platform, caption), platform).to.have.length(1);
    expect(await checkInvariants(suite.db.manager)).to.deep.equal([]);
  });
});
