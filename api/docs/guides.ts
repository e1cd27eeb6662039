/** A page of the documentation site, written in Markdown. */
export interface Guide {
  /** Last segment of the page's path. */
  readonly slug: string;
  /** File name in the folder `docs`. */
  readonly file: string;
  /** Title in the list of pages. */
  readonly title: string;
  /** One line about its contents, for /llms.txt. */
  readonly about: string;
}

/** Guides in reading order. The first guide is the front page. */
export const GUIDES: readonly Guide[] = [
  {
    slug: '',
    file: 'introduction.md',
    title: 'Introduction',
    about: 'How a request works, the conventions of the API, and an overview of the guides',
  },
  {
    slug: 'authentication',
    file: 'authentication.md',
    title: 'Authentication',
    about: 'API keys, their scopes and monthly caps, and the roles of people',
  },
  {
    slug: 'idempotency',
    file: 'idempotency.md',
    title: 'Idempotency',
    about: 'How to repeat a request without being charged twice',
  },
  {
    slug: 'waiting',
    file: 'waiting.md',
    title: 'Waiting and progress',
    about: 'How to learn that a generation has ended, and how far it is',
  },
  {
    slug: 'errors',
    file: 'errors.md',
    title: 'Errors',
    about: 'Every error code with its cause and what to do',
  },
  {
    slug: 'models',
    file: 'models.md',
    title: 'Models',
    about: 'All models with their options and prices, and how to choose one',
  },
  {
    slug: 'speech',
    file: 'speech.md',
    title: 'Speech',
    about: 'How to speak texts with a voice or with the voice of a character',
  },
  {
    slug: 'client',
    file: 'client.md',
    title: 'TypeScript client',
    about: 'The typed client: safe retries, waiting, uploads and webhooks',
  },
  {
    slug: 'ai-sdk',
    file: 'ai-sdk.md',
    title: 'AI SDK',
    about:
      "The provider for Vercel's AI SDK: images, videos that outlive a process, and one charge per call",
  },
  {
    slug: 'command-line',
    file: 'command-line.md',
    title: 'Command line',
    about: 'Images, clips and uploads from a terminal or a script',
  },
  {
    slug: 'agents',
    file: 'agents.md',
    title: 'Agents',
    about: 'The MCP server: how to set up clients, its tools, and how to find faults',
  },
  {
    slug: 'openai',
    file: 'openai.md',
    title: 'OpenAI clients',
    about: "Images, videos and speech for tools that speak OpenAI's protocol",
  },
  {
    slug: 'uploads',
    file: 'uploads.md',
    title: 'Uploads',
    about: 'How to send pictures, clips and sound, from programs and from people',
  },
  {
    slug: 'webhooks',
    file: 'webhooks.md',
    title: 'Webhooks',
    about: 'Signed events, their payloads, retries, and how to verify them',
  },
  {
    slug: 'social',
    file: 'social/README.md',
    title: 'Social publishing',
    about: 'How to connect accounts and publish posts to social platforms',
  },
  {
    slug: 'instagram',
    file: 'social/instagram.md',
    title: 'Instagram',
    about: 'Formats, options and limits of posts on Instagram',
  },
  {
    slug: 'tiktok',
    file: 'social/tiktok.md',
    title: 'TikTok',
    about: 'Formats, options and limits of posts on TikTok',
  },
  {
    slug: 'youtube',
    file: 'social/youtube.md',
    title: 'YouTube',
    about: 'Formats, options and limits of posts on YouTube',
  },
  {
    slug: 'threads',
    file: 'social/threads.md',
    title: 'Threads',
    about: 'Formats, options and limits of posts on Threads',
  },
  {
    slug: 'twitter',
    file: 'social/twitter.md',
    title: 'X',
    about: 'Formats, options and limits of posts on X',
  },
  {
    slug: 'recipes',
    file: 'recipes.md',
    title: 'Recipes',
    about: 'A Next.js route handler for webhooks, an n8n workflow, and a bot that posts every day',
  },
  {
    slug: 'provenance',
    file: 'provenance.md',
    title: 'Provenance',
    about: 'The signatures and labels of files: what they say, what they prove, and their keys',
  },
  {
    slug: 'providers',
    file: 'providers.md',
    title: 'Providers',
    about: 'The services that generate images and videos, and how operators connect them',
  },
];

export const buildGuidePath = ({ slug }: Guide): string =>
  slug === '' ? '/docs' : `/docs/${slug}`;

/** Path of the guide's Markdown text. */
export const buildMarkdownPath = (guide: Guide): string => `${buildGuidePath(guide)}.md`;

/** Index of the documentation for language models, as https://llmstxt.org describes it. */
export const LLMS = '/llms.txt';
/** All guides as one text. */
export const LLMS_FULL = '/llms-full.txt';
