import { theClip } from '../conformance/media-host.js';
import { pictureIn, refusedCases, withIndexLast, type Refused } from '../meta/limits.js';
import { INSTAGRAM } from './subject.js';

const MEDIA = { kind: 'permanent', code: 'MEDIA_REFUSED' } as const;
const SETTINGS = { kind: 'permanent', code: 'SETTINGS_REFUSED' } as const;

const picture = (format: 'jpeg' | 'png' | 'webp', width: number, height: number) => async () => ({
  media: [await pictureIn(format, width, height)],
});
const many = (count: number, sign: string) =>
  Array.from({ length: count }, (_, n) => `${sign}${n}`);
const text = (words: string) => async () => ({ text: words });
const reel = { form: 'reel', pictures: 0 } as const;

const REFUSED: readonly Refused[] = [
  { title: 'a PNG', post: picture('png', 1080, 1080), ...MEDIA },
  { title: 'a WebP', post: picture('webp', 1080, 1080), ...MEDIA },
  { title: 'a 9:16 picture in the feed', post: picture('jpeg', 1080, 1920), ...MEDIA },
  { title: 'a 2:1 picture', post: picture('jpeg', 1200, 600), ...MEDIA },
  { title: 'a picture that is too small', post: picture('jpeg', 300, 300), ...MEDIA },
  { title: 'a picture that is too wide', post: picture('jpeg', 2000, 2000), ...MEDIA },
  {
    title: 'a picture that is too large',
    post: async () => {
      const held = await pictureIn('jpeg', 1080, 1080);
      return { media: [{ ...held, bytes: Buffer.concat([held.bytes, Buffer.alloc(8_000_000)]) }] };
    },
    ...MEDIA,
  },
  {
    title: 'a clip with its index after its data',
    post: async () => ({ ...reel, media: [withIndexLast(await theClip())] }),
    ...MEDIA,
  },
  {
    title: 'a carousel of eleven pictures',
    post: async () => ({ form: 'carousel', pictures: 11 }),
    ...MEDIA,
  },
  {
    title: 'a caption with 2,201 characters',
    post: text('a'.repeat(2_201)),
    kind: 'permanent',
    code: 'CAPTION_REFUSED',
  },
  { title: 'a caption with 31 hashtags', post: text(many(31, '#a').join(' ')), ...SETTINGS },
  { title: 'a caption with 21 mentions', post: text(many(21, '@a').join(' ')), ...SETTINGS },
  {
    title: 'a cover after the end of a reel',
    post: async () => ({ ...reel, settings: { instagram: { thumb_offset: 4.5 } } }),
    // The fake finds out the length immediately; the platform may report it only in the status.
    ...SETTINGS,
  },
];

describe('the Instagram adapter', () => {
  refusedCases(INSTAGRAM, REFUSED);
});
