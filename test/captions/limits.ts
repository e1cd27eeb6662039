import type { Platform, PostForm } from '../../domain/catalogue/social-platforms.js';

/** Targets of captions. The limit and the unit of each target are counted independently of the product. */
export interface Target {
  readonly platform: Platform;
  readonly form: PostForm;
  readonly max: number;
  readonly count: (text: string) => number;
}

const utf16 = (text: string) => text.length;

/** Counts an emoji by its bytes, and every other grapheme by its characters. */
function emojiBytes(text: string): number {
  const signs = new Intl.Segmenter('de', { granularity: 'grapheme' }).segment(text);
  const sizes = [...signs].map(({ segment }) =>
    /^(?:\p{RGI_Emoji}|\p{Emoji_Presentation})/v.test(segment)
      ? new TextEncoder().encode(segment).length
      : Array.from(segment).length,
  );
  return sizes.reduce((sum, size) => sum + size, 0);
}

export const TARGETS = (weigh: (text: string) => number): readonly Target[] => [
  { platform: 'instagram', form: 'feed', max: 2_200, count: utf16 },
  { platform: 'threads', form: 'feed', max: 500, count: emojiBytes },
  { platform: 'tiktok', form: 'video', max: 2_200, count: utf16 },
  { platform: 'tiktok', form: 'photos', max: 4_000, count: utf16 },
  {
    platform: 'youtube',
    form: 'short',
    max: 5_000,
    count: (text) => new TextEncoder().encode(text).length,
  },
  { platform: 'twitter', form: 'feed', max: 280, count: weigh },
];
