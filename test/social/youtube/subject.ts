import { createYouTube } from '../../../adapters/social/youtube/platform.js';
import { createYouTubeFake } from '@media-platform/stand-ins/social/youtube/fake.js';
import type { YouTubeFakeOptions } from '@media-platform/stand-ins/social/youtube/videos.js';
import type { SocialSubject } from '../conformance/subject.js';

/** Describes YouTube for the conformance tests, with options of its stand-in. */
export const youtube = (options: Partial<YouTubeFakeOptions> = {}): SocialSubject => ({
  platform: 'youtube',
  create: (app) => createYouTube(app),
  createFake: (usual) => createYouTubeFake({ ...usual, ...options }),
  oauth: { codeMs: 600_000, rotates: false, prolongs: null },
  showsUnprocessed: true,
  posts: [{ name: 'short', form: 'short', pictures: 0, title: 'Hello' }],
  creates: ['start'],
  full: 'quota',
});
