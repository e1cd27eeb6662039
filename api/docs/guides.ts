/** A page of the documentation site, written in Markdown. */
export interface Guide {
  /** Last segment of the page's path. */
  readonly slug: string;
  /** File name in the folder `docs`. */
  readonly file: string;
  /** Title in the list of pages. */
  readonly title: string;
}

/** Guides in reading order. The first guide is the front page. */
export const GUIDES: readonly Guide[] = [
  { slug: '', file: 'introduction.md', title: 'Introduction' },
  { slug: 'authentication', file: 'authentication.md', title: 'Authentication' },
  { slug: 'idempotency', file: 'idempotency.md', title: 'Idempotency' },
  { slug: 'errors', file: 'errors.md', title: 'Errors' },
  { slug: 'client', file: 'client.md', title: 'TypeScript client' },
  { slug: 'agents', file: 'agents.md', title: 'Agents' },
  { slug: 'openai', file: 'openai.md', title: 'OpenAI clients' },
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

export const buildGuidePath = ({ slug }: Guide): string =>
  slug === '' ? '/docs' : `/docs/${slug}`;
