import type { Platform, PostForm, PostMedia } from '../../catalogue/social-platforms.js';
import type { Issue } from '../../contract/refusal.js';
import type { SocialSettings } from '../../contract/social-settings.js';

interface FormQuery {
  readonly media: PostMedia;
  /** Number of pictures or clips. */
  readonly count: number;
  readonly settings: SocialSettings;
}

const refuse = (path: string, message: string): Issue => ({ path: `body.${path}`, message });

const choosePictureForm = (count: number): PostForm => (count > 1 ? 'carousel' : 'feed');

/** How each platform shows a post, or why it cannot. One row per platform. */
const FORMS: Readonly<Record<Platform, (ask: FormQuery) => PostForm | Issue>> = {
  instagram({ media, count, settings }) {
    const wanted = settings.instagram?.content_type;
    const path = 'settings.instagram.content_type';
    if (wanted === 'story') {
      if (count === 1) return 'story';
      return refuse(path, `a story can have one image, not ${count}; create a post for each`);
    }
    // A single clip is always published as a reel.
    if (media === 'video') return 'reel';
    if (wanted !== 'reel') return choosePictureForm(count);
    return refuse(path, 'a reel needs a video; leave it out, or post a video');
  },
  tiktok: ({ media }) => (media === 'video' ? 'video' : 'photos'),
  youtube({ media, settings }) {
    const wanted = settings.youtube?.content_type;
    if (wanted === 'community_post') {
      const message = "is not offered by YouTube's API; leave it out, and post a video";
      return refuse('settings.youtube.content_type', message);
    }
    if (media === 'images') {
      return refuse(
        'platforms',
        'YouTube does not support images; leave `youtube` out, or post a video',
      );
    }
    return wanted ?? 'video';
  },
  threads: ({ media, count }) => (media === 'video' ? 'video' : choosePictureForm(count)),
  twitter: ({ media }) => (media === 'video' ? 'video' : 'photos'),
};

/** Chooses how a platform shows a post, and finds the problems with that form. */
export function chooseForm(
  platform: Platform,
  ask: FormQuery,
): { readonly form: PostForm; readonly issues: readonly Issue[] } {
  const chosen = FORMS[platform](ask);
  if (typeof chosen === 'string') return { form: chosen, issues: [] };
  return { form: ask.media === 'video' ? 'video' : choosePictureForm(ask.count), issues: [chosen] };
}
