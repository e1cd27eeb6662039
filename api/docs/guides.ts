/** One page of the site that is written by hand, as Markdown. */
export interface Guide {
  /** Its last part of the address. */
  readonly slug: string;
  /** In the folder `docs`. */
  readonly file: string;
  /** In the list of pages. */
  readonly title: string;
}

/** The guides, in the order in which they are read. The first one is the front page. */
export const GUIDES: readonly Guide[] = [
  { slug: '', file: 'introduction.md', title: 'Introduction' },
  { slug: 'authentication', file: 'authentication.md', title: 'Authentication' },
  { slug: 'idempotency', file: 'idempotency.md', title: 'Idempotency' },
  { slug: 'errors', file: 'errors.md', title: 'Errors' },
  { slug: 'agents', file: 'agents.md', title: 'Agents' },
  { slug: 'uploads', file: 'uploads.md', title: 'Uploads' },
  { slug: 'webhooks', file: 'webhooks.md', title: 'Webhooks' },
  { slug: 'social', file: 'social/README.md', title: 'Social publishing' },
  { slug: 'instagram', file: 'social/instagram.md', title: 'Instagram' },
  { slug: 'tiktok', file: 'social/tiktok.md', title: 'TikTok' },
  { slug: 'youtube', file: 'social/youtube.md', title: 'YouTube' },
  { slug: 'threads', file: 'social/threads.md', title: 'Threads' },
  { slug: 'twitter', file: 'social/twitter.md', title: 'X' },
  { slug: 'providers', file: 'providers.md', title: 'Providers' },
];

export const addressOf = ({ slug }: Guide): string => (slug === '' ? '/docs' : `/docs/${slug}`);
