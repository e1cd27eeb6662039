import { createTikTok } from '../../../adapters/social/tiktok/platform.js';
import { createTikTokFake } from '@media-platform/stand-ins/social/tiktok/fake.js';
import type { TikTokFakeOptions } from '@media-platform/stand-ins/social/tiktok/options.js';
import type { SocialSubject } from '../conformance/subject.js';

/** Describes TikTok for the conformance tests, with options of its stand-in. */
export const tiktok = (options: Partial<TikTokFakeOptions> = {}): SocialSubject => ({
  platform: 'tiktok',
  create: (app) => createTikTok(app),
  createFake: (usual) => createTikTokFake({ ...usual, ...options }),
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
