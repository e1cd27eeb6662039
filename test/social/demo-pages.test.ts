import { expect } from 'chai';
import type { PlatformFake } from '@media-platform/stand-ins/social/fake.js';
import { servePages } from '@media-platform/stand-ins/social/pages/serve-pages.js';
import { serveFakes, type FakeServer } from '@media-platform/stand-ins/social/server.js';

const HOSTILE = '<script>alert(1)</script>';

const fake: PlatformFake = {
  name: 'twitter',
  label: 'X',
  routes: [],
  posts: () => [
    {
      id: '20',
      url: 'https://x.com/a/status/20',
      username: HOSTILE,
      title: HOSTILE,
      text: HOSTILE,
      media: [{ contentType: 'image/jpeg', bytes: Buffer.from('jpeg'), sha256: '' }],
      labels: [HOSTILE],
      at: 0,
    },
  ],
  revokeAll: () => undefined,
};

describe('social demo pages', () => {
  let server: FakeServer;
  before(async () => {
    server = await serveFakes([fake], 0, servePages([fake]));
  });
  after(() => server.close());

  for (const path of ['/', '/demo/twitter']) {
    it(`say that they are a demo, and show posts as text: ${path}`, async () => {
      const response = await fetch(`${server.url}${path}`);
      expect(response.headers.get('content-security-policy')).to.include("default-src 'none'");
      const page = await response.text();
      expect(page).to.match(/<p class="badge">Demo: /);
      expect(page).to.not.include('<script');
      expect(page).to.include('&#60;script');
    });
  }

  it('serve only pictures and the style sheet', async () => {
    const read = async (path: string) => {
      const response = await fetch(`${server.url}${path}`);
      return [response.status, response.headers.get('content-type'), await response.text()];
    };
    expect(await read('/demo/media/twitter/20/0')).to.deep.equal([200, 'image/jpeg', 'jpeg']);
    expect((await read('/demo/style.css')).slice(0, 2)).to.deep.equal([200, 'text/css']);
    for (const path of ['/demo/media/twitter/20/1', '/demo/media/twitter/21/0', '/demo/other']) {
      expect((await read(path))[0], path).to.equal(404);
    }
  });
});
