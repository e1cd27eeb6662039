import { expect } from 'chai';
import {
  buildCarouselParams,
  buildChildParams,
  buildSingleParams,
} from '../../../adapters/social/instagram/params.js';
import type { PublishJob } from '../../../domain/ports/social-platform.js';
import { CLIP, jobOf, PICTURE } from '../meta/job.js';

const [IMAGE, VIDEO] = ['https://media.example/p.jpg', 'https://media.example/c.mp4'];
const single = (change: Partial<PublishJob>) => {
  const job = jobOf(change);
  return buildSingleParams(job, job.items[0] ?? PICTURE);
};

describe('Instagram parameters', () => {
  it("contain a picture's caption and the AI label", () => {
    expect(single({ text: 'Hi' })).to.deep.equal({
      image_url: IMAGE,
      caption: 'Hi',
      is_ai_generated: true,
    });
  });

  it('omit empty values', () => {
    const settings = { instagram: { collaborators: [], user_tags: [] } };
    expect(single({ text: '', settings })).to.deep.equal({
      image_url: IMAGE,
      is_ai_generated: true,
    });
  });

  it('make a clip a reel that is also shown in the feed, even if only the feed was requested', () => {
    for (const form of ['reel', 'feed'] as const) {
      expect(single({ form, items: [CLIP], text: 'Hi' })).to.deep.equal({
        media_type: 'REELS',
        video_url: VIDEO,
        caption: 'Hi',
        is_ai_generated: true,
        share_to_feed: true,
      });
    }
  });

  it('convert the cover position from seconds to whole milliseconds', () => {
    const offsets = [0, 1.5, 2.0005, 899.9999].map((seconds) => {
      const settings = { instagram: { thumb_offset: seconds } };
      return single({ form: 'reel', items: [CLIP], settings })['thumb_offset'];
    });
    expect(offsets).to.deep.equal([0, 1500, 2000, 899_999]);
  });

  it("omit a reel's cover for a picture or a story", () => {
    const settings = { instagram: { thumb_offset: 1 } };
    expect(single({ settings })).not.to.have.property('thumb_offset');
    const story = single({ form: 'story', items: [CLIP], settings });
    expect(story).not.to.have.property('thumb_offset');
  });

  it('remove the @ from usernames, and give tags a position only in pictures', () => {
    const user_tags = ['@ada', { username: 'bob', x: 0, y: 1 }, { username: '@eve', x: 0.2 }];
    const settings = { instagram: { user_tags, collaborators: ['@grace', 'joan'] } };
    const picture = single({ settings });
    expect(picture['collaborators']).to.deep.equal(['grace', 'joan']);
    expect(picture['user_tags']).to.deep.equal([
      { username: 'ada', x: 0.5, y: 0.5 },
      { username: 'bob', x: 0, y: 1 },
      { username: 'eve', x: 0.2, y: 0.5 },
    ]);
    const reel = single({ form: 'reel', items: [CLIP], settings });
    expect(reel['user_tags']).to.deep.equal([
      { username: 'ada' },
      { username: 'bob' },
      { username: 'eve' },
    ]);
  });

  it("omit a story's caption and collaborators", () => {
    const settings = { instagram: { collaborators: ['ada'] } };
    expect(single({ form: 'story', text: 'Hi', settings })).to.deep.equal({
      media_type: 'STORIES',
      image_url: IMAGE,
      is_ai_generated: true,
    });
    expect(single({ form: 'story', items: [CLIP] })['video_url']).to.equal(VIDEO);
  });

  it('put text, label and collaborators on the carousel, and user tags on its first picture', () => {
    const settings = { instagram: { collaborators: ['ada'], user_tags: ['bob'] } };
    const job = jobOf({ form: 'carousel', items: [CLIP, PICTURE, PICTURE], text: 'Hi', settings });
    const children = job.items.map((item, index) => buildChildParams(job, item, index));
    expect(children).to.deep.equal([
      { media_type: 'VIDEO', video_url: VIDEO, is_carousel_item: true },
      {
        image_url: IMAGE,
        is_carousel_item: true,
        user_tags: [{ username: 'bob', x: 0.5, y: 0.5 }],
      },
      { image_url: IMAGE, is_carousel_item: true },
    ]);
    expect(buildCarouselParams(job, ['1', '2', '3'])).to.deep.equal({
      media_type: 'CAROUSEL',
      children: ['1', '2', '3'],
      caption: 'Hi',
      collaborators: ['ada'],
      is_ai_generated: true,
    });
  });
});
