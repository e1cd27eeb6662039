import type { FakeAnswer, FakeRequest, PlatformFake } from '../fake.js';
import { renderOverviewPage, renderPlatformPage } from './posts.js';
import { STYLE } from './style.js';

/** The headers forbid the page to load from other hosts, run scripts or be framed. */
const HEADERS = {
  'cache-control': 'no-store',
  'content-security-policy':
    "default-src 'none'; style-src 'self'; img-src 'self'; media-src 'self'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
} as const;

/**
 * Serves the pages that show the published posts: `/`, `/demo/<platform>`, their media and style.
 */
export const servePages =
  (fakes: readonly PlatformFake[]) =>
  async ({ method, host, path }: FakeRequest): Promise<FakeAnswer | null> => {
    if (method !== 'GET' && method !== 'HEAD') return null;
    if (host === '') return { status: 200, headers: HEADERS, body: renderOverviewPage(fakes) };
    if (host !== 'demo') return null;
    if (path === '/style.css')
      return { status: 200, headers: buildTypeHeaders('text/css'), body: STYLE };
    const [, first = '', name, id, n] = path.split('/');
    if (first === 'media') return showMedia(fakes, { name, id, n });
    const fake = fakes.find((one) => one.name === first);
    return fake ? { status: 200, headers: HEADERS, body: renderPlatformPage(fake) } : null;
  };

const buildTypeHeaders = (type: string) => ({ ...HEADERS, 'content-type': type });

interface PageParams {
  readonly name: string | undefined;
  readonly id: string | undefined;
  readonly n: string | undefined;
}

function showMedia(fakes: readonly PlatformFake[], { name, id, n }: PageParams): FakeAnswer | null {
  const fake = fakes.find((one) => one.name === name);
  const post = fake?.posts().find((one) => encodeURIComponent(one.id) === id);
  const media = post?.media[Number(n)];
  return media
    ? { status: 200, headers: buildTypeHeaders(media.contentType), body: media.bytes }
    : null;
}
