import sharp from 'sharp';
import type { PlatformFake } from '@media-platform/stand-ins/social/fake.js';
import { servePages } from '@media-platform/stand-ins/social/pages/serve-pages.js';
import { serveFakes, type FakeServer } from '@media-platform/stand-ins/social/server.js';
import { clipOf } from '../support/clip.js';
import { DEVICES, nameOf, open, useBrowser } from './browser.js';

const LONG = 'a-word-that-is-longer-than-any-window-of-a-telephone-is-wide'.repeat(3);

describe('the social demo pages in a browser', () => {
  let server: FakeServer;
  const browser = useBrowser();

  before(async () => {
    const bytes = await sharp({
      create: { width: 90, height: 160, channels: 3, background: 'teal' },
    })
      .jpeg()
      .toBuffer();
    const clip = await clipOf(1, { width: 90, height: 160 });
    const post = {
      url: 'https://x.com/a/status/20',
      username: 'ava_fox',
      title: 'A fox',
      labels: ['made with AI', 'public'],
      at: 1_763_700_000_000,
    };
    const picture = { contentType: 'image/jpeg', bytes, sha256: '' };
    const fake = (posts: ReturnType<PlatformFake['posts']>, name: string): PlatformFake => ({
      name,
      label: name === 'twitter' ? 'X' : 'Threads',
      routes: [],
      posts: () => posts,
      revokeAll: () => undefined,
    });
    const posts = [
      { ...post, id: '20', text: `A red fox\nin snow ${LONG}`, media: [picture, picture, picture] },
      {
        ...post,
        id: '21',
        title: null,
        text: '',
        media: [{ contentType: 'video/mp4', bytes: clip, sha256: '' }],
      },
    ];
    const fakes = [fake(posts, 'twitter'), fake([], 'threads')];
    server = await serveFakes(fakes, 0, servePages(fakes));
  });
  after(() => server.close());

  for (const device of DEVICES) {
    it(`are accessible and log no error: ${nameOf(device)}`, async () => {
      const page = await browser.visit(device);
      for (const path of ['/', '/demo/twitter', '/demo/threads']) {
        await open(page, server.url + path);
      }
    });
  }
});
