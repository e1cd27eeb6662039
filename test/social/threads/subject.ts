import { createThreads } from '../../../adapters/social/threads/platform.js';
import { createThreadsFake } from '@media-platform/stand-ins/social/threads/fake.js';
import type { SocialSubject } from '../conformance/subject.js';

const DAY = 24 * 3_600_000;

export const THREADS: SocialSubject = {
  platform: 'threads',
  create: createThreads,
  createFake: createThreadsFake,
  oauth: {
    codeMs: 3_600_000,
    rotates: false,
    prolongs: { notBeforeMs: DAY, endMs: 60 * DAY },
    refreshIsAnonymous: true,
  },
  posts: [
    { name: 'picture', form: 'feed', pictures: 1 },
    { name: 'carousel', form: 'carousel', pictures: 12 },
    { name: 'clip', form: 'video', pictures: 0 },
  ],
  creates: ['create'],
  full: 'quota',
};
