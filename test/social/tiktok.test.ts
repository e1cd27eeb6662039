import { createTikTok } from '../../adapters/social/tiktok/platform.js';
import { createTikTokFake } from '../../social-demo/tiktok/fake.js';
import { conformance } from './conformance/conformance.js';

conformance({
  platform: 'tiktok',
  create: (app) => createTikTok(app),
  createFake: createTikTokFake,
  oauth: { codeMs: 3_600_000, rotates: true, prolongs: null },
  posts: [
    { name: 'video', form: 'video', pictures: 0 },
    {
      name: 'photos',
      form: 'photos',
      pictures: 3,
      title: 'Hello',
      mayStayUnknown: 'the id comes with the answer alone',
    },
  ],
  creates: ['init'],
  full: 'quota',
});
