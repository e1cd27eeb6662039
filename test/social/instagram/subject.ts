import { expect } from 'chai';
import { createInstagram } from '../../../adapters/social/instagram/platform.js';
import { createInstagramFake } from '@media-platform/stand-ins/social/instagram/fake.js';
import type { ShownPost } from '@media-platform/stand-ins/social/fake.js';
import type { SocialSubject } from '../conformance/subject.js';

const DAY = 24 * 3_600_000;
const expectLabels =
  (...labels: string[]) =>
  (post: ShownPost) =>
    expect(post.labels).to.deep.equal(labels);

export const INSTAGRAM: SocialSubject = {
  platform: 'instagram',
  create: createInstagram,
  createFake: createInstagramFake,
  oauth: {
    codeMs: 3_600_000,
    rotates: false,
    prolongs: { notBeforeMs: DAY, endMs: 60 * DAY },
    refreshIsAnonymous: true,
  },
  posts: [
    { name: 'picture', form: 'feed', pictures: 1, check: expectLabels('made with AI') },
    {
      name: 'square with people',
      form: 'feed',
      pictures: 1,
      size: { width: 1080, height: 1080 },
      settings: { instagram: { collaborators: ['@ada'], user_tags: [{ username: 'bob', x: 0 }] } },
      check: expectLabels('made with AI', 'with @ada', 'tagged @bob at 0 0.5'),
    },
    {
      name: 'carousel',
      form: 'carousel',
      pictures: 7,
      settings: { instagram: { collaborators: ['ada'], user_tags: ['@bob'] } },
      check: expectLabels('made with AI', 'with @ada', 'tagged @bob at 0.5 0.5'),
    },
    {
      name: 'reel',
      form: 'reel',
      pictures: 0,
      settings: { instagram: { thumb_offset: 1.5, user_tags: ['@bob'] } },
      check: expectLabels('reel', 'made with AI', 'tagged @bob', 'cover at 1500 ms'),
    },
    {
      name: 'picture story',
      form: 'story',
      pictures: 1,
      size: { width: 1080, height: 1920 },
      isMute: true,
      check: expectLabels('story', 'made with AI'),
    },
    {
      name: 'clip story',
      form: 'story',
      pictures: 0,
      isMute: true,
      check: expectLabels('story', 'made with AI'),
    },
  ],
  creates: ['create'],
  full: 'quota',
};
