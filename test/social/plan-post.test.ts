import { expect } from 'chai';
import sharp from 'sharp';
import type { Platform } from '../../domain/catalogue/social-platforms.js';
import { parseIsoTime } from '../../domain/contract/iso-time.js';
import type { SocialSettings } from '../../domain/contract/social-settings.js';
import { planPost, type SourceFacts } from '../../domain/social/posts/plan-post.js';
import { readWebpSize, WEBP_HEAD_BYTES } from '../../domain/social/posts/webp-size.js';

const PICTURE: SourceFacts = {
  contentType: 'image/webp',
  size: 90_000,
  width: 928,
  height: 1_152,
  durationMs: null,
};
const CLIP: SourceFacts = {
  contentType: 'video/mp4',
  size: 900_000,
  width: 720,
  height: 1_280,
  durationMs: 8_000,
};

interface Case {
  readonly what: 1 | 3 | 'clip';
  readonly settings?: SocialSettings;
  /** Expected form of the post, or the last part of the path that the refusal names. */
  readonly comes: string;
}

const instagram = (more: NonNullable<SocialSettings['instagram']>) => ({
  settings: { instagram: more },
});

const CASES: Readonly<Record<Platform, readonly Case[]>> = {
  instagram: [
    { what: 1, comes: 'feed' },
    { what: 3, comes: 'carousel' },
    { what: 'clip', comes: 'reel' },
    { what: 'clip', ...instagram({ content_type: 'feed' }), comes: 'reel' },
    { what: 'clip', ...instagram({ content_type: 'story' }), comes: 'story' },
    { what: 1, ...instagram({ content_type: 'story' }), comes: 'story' },
    { what: 3, ...instagram({ content_type: 'story' }), comes: 'instagram.content_type' },
    { what: 1, ...instagram({ content_type: 'reel' }), comes: 'instagram.content_type' },
    { what: 'clip', ...instagram({ thumb_offset: 8 }), comes: 'instagram.thumb_offset' },
    { what: 'clip', ...instagram({ thumb_offset: 7.999 }), comes: 'reel' },
  ],
  tiktok: [
    { what: 1, comes: 'photos' },
    { what: 'clip', comes: 'video' },
  ],
  youtube: [
    { what: 'clip', comes: 'video' },
    { what: 'clip', settings: { youtube: { content_type: 'short' } }, comes: 'short' },
    { what: 1, comes: 'body.platforms' },
    {
      what: 'clip',
      settings: { youtube: { content_type: 'community_post' } },
      comes: 'youtube.content_type',
    },
  ],
  threads: [
    { what: 1, comes: 'feed' },
    { what: 3, comes: 'carousel' },
    { what: 'clip', comes: 'video' },
  ],
  twitter: [
    { what: 3, comes: 'photos' },
    { what: 'clip', comes: 'video' },
  ],
};

const plan = (
  platform: Platform,
  { what, settings = {} }: Omit<Case, 'comes'>,
  caption = 'a fox',
) =>
  planPost({
    platform,
    caption,
    settings,
    media: what === 'clip' ? 'video' : 'images',
    sources: what === 'clip' ? [CLIP] : Array.from({ length: what }, () => PICTURE),
  });

describe("a post's plan for a platform", () => {
  for (const [platform, cases] of Object.entries(CASES) as [Platform, readonly Case[]][]) {
    for (const { comes, ...given } of cases) {
      it(`is ${comes} on ${platform} for ${given.what} ${JSON.stringify(given.settings ?? {})}`, () => {
        const { form, issues } = plan(platform, given);
        const [issue] = issues;
        expect(issue ? issue.path.endsWith(comes) : form === comes, issue?.path ?? form).to.equal(
          true,
        );
      });
    }
  }

  it('warns only of settings that are ignored', () => {
    const used = instagram({ aspect_ratio: '1:1', collaborators: ['ava'] });
    expect(plan('instagram', { what: 3, ...used }).warnings.join()).not.to.include('no effect');
    expect(plan('instagram', { what: 'clip', ...used }).warnings.join()).to.include('aspect_ratio');
    const duet = { settings: { tiktok: { allow_duet: true } } };
    expect(plan('tiktok', { what: 1, ...duet }).warnings.join()).to.include('allow_duet');
    expect(plan('tiktok', { what: 'clip', ...duet }).warnings).to.deep.equal([]);
  });

  it('costs 3 on X if the posted text contains a link, otherwise 1', () => {
    const linked = 'see https://example.com';
    expect(plan('twitter', { what: 1 }, linked).credits).to.equal(3);
    expect(plan('twitter', { what: 1 }).credits).to.equal(1);
    expect(plan('threads', { what: 1 }, linked).credits).to.equal(1);
  });

  it('costs 1 on X if the link is cut off, and warns of this', () => {
    const words = 'word '.repeat(60);
    const cut = plan('twitter', { what: 1 }, `${words}https://example.com/shop`);
    expect(cut).to.include({ cut: true, credits: 1 });
    expect(cut.text).not.to.include('example.com');
    expect(cut.warnings).to.include('The link is cut off.');
    const first = `https://example.com ${words}`;
    const kept = plan('twitter', { what: 1 }, first);
    expect(kept).to.include({ cut: true, credits: 3 });
    expect(kept.warnings.join()).not.to.include('cut off');
    const one = plan('twitter', { what: 1 }, `${first}https://example.com/shop`);
    expect(one.credits).to.equal(3);
    expect(one.warnings).to.include('A link is cut off.');
  });

  it('uses the given title on YouTube, or else the first line', () => {
    expect(plan('youtube', { what: 'clip' }, 'one\ntwo').title).to.equal('one');
    const titled = { what: 'clip', settings: { youtube: { title: 'mine' } } } as const;
    expect(plan('youtube', titled, 'one\ntwo').title).to.equal('mine');
  });
});

describe('readWebpSize', () => {
  const create = { width: 311, height: 200, channels: 4, background: '#c85a2880' } as const;
  for (const options of [{}, { lossless: true }, { alphaQuality: 50 }]) {
    for (const channels of [3, 4] as const) {
      it(`reads the size of a picture with ${JSON.stringify(options)} and ${channels} channels`, async () => {
        const bytes = await sharp({ create: { ...create, channels } })
          .webp(options)
          .toBuffer();
        const size = readWebpSize(bytes.subarray(0, WEBP_HEAD_BYTES));
        expect(size).to.deep.equal({ width: 311, height: 200 });
      });
    }
  }

  it('returns null for other formats', () => {
    for (const head of ['', 'RIFF', 'x'.repeat(40), `RIFF0000WEBPVP9 ${'0'.repeat(20)}`]) {
      expect(readWebpSize(Buffer.from(head))).to.equal(null);
    }
  });
});

describe('parseIsoTime', () => {
  const at = Date.UTC(2030, 5, 1, 10, 30);
  const SAME = [
    '2030-06-01T10:30Z',
    '2030-06-01T10:30:00Z',
    '2030-06-01T12:30:00+02:00',
    '2030-06-01T05:00:00-0530',
    '2030-06-02T00:30:00.000+14:00',
    '2030-06-01T10:30:00,000000000-00:00',
    '2030-06-01T09:30-01',
  ];
  for (const text of SAME) it(`accepts ${text}`, () => expect(parseIsoTime(text)).to.equal(at));

  const NONE = [
    '2030-06-01T10:30:00',
    '2030-06-01',
    '2030-02-29T10:30:00Z',
    '2030-13-01T10:30:00Z',
    '2030-06-01T24:00:00Z',
    '2030-06-01T10:60:00Z',
    '2030-06-01T10:30:60Z',
    '2030-06-01T10:30:00+14:01',
    '2030-06-01T10:30:00+01:60',
    '2030-06-01 10:30:00Z',
    'Sat, 01 Jun 2030 10:30:00 GMT',
    '1906540200000',
    '',
  ];
  for (const text of NONE) it(`refuses "${text}"`, () => expect(parseIsoTime(text)).to.equal(null));
});
