import { createYouTube } from '../../adapters/social/youtube/platform.js';
import { createYouTubeFake } from '../../social-demo/youtube/fake.js';
import { conformance } from './conformance/conformance.js';

conformance({
  platform: 'youtube',
  create: (app) => createYouTube(app),
  createFake: createYouTubeFake,
  oauth: { codeMs: 600_000, rotates: false, prolongs: null },
  posts: [{ name: 'short', form: 'short', pictures: 0, title: 'Hello' }],
  creates: ['start'],
  full: 'quota',
});
