import { theClip } from '../conformance/media-host.js';
import { pictureIn, refusedCases, withIndexLast, type Refused } from '../meta/limits.js';
import { THREADS } from './subject.js';

const MEDIA = { kind: 'permanent', code: 'MEDIA_REFUSED' } as const;
const TEXT = { kind: 'permanent', code: 'PLATFORM_REFUSED' } as const;
const picture = (format: 'jpeg' | 'png' | 'webp', width: number, height: number) => async () => ({
  media: [await pictureIn(format, width, height)],
});
const text = (words: string) => async () => ({ text: words });
const links = Array.from({ length: 6 }, (_, n) => `https://example.com/${n}`).join(' ');

const REFUSED: readonly Refused[] = [
  { title: 'a WebP', post: picture('webp', 1080, 1080), ...MEDIA },
  { title: 'a picture that is wider than 10:1', post: picture('jpeg', 1400, 130), ...MEDIA },
  { title: 'a picture that is too wide', post: picture('jpeg', 2000, 2000), ...MEDIA },
  {
    title: 'a clip with its index after its data',
    post: async () => ({ pictures: 0, media: [withIndexLast(await theClip())] }),
    ...MEDIA,
  },
  { title: 'a carousel of 21 pictures', post: async () => ({ pictures: 21 }), ...TEXT },
  { title: 'a text with 501 characters', post: text('a'.repeat(501)), ...TEXT },
  { title: 'a text with 126 emoji of 4 bytes each', post: text('😀'.repeat(126)), ...TEXT },
  { title: 'a text with 6 links', post: text(links), ...TEXT },
];

describe('the Threads adapter', () => {
  refusedCases(THREADS, REFUSED);
});
