import type { Context } from 'koa';
import type { Env } from '../../runtime/env.js';
import { createPageLoader } from './built-page.js';
import { renderNoticePage, buildPageHeaders } from './connect-page.js';
import { toUrlOrigin } from './dashboard.js';

/** Sends the page of an open box, or a notice that the box does not exist. */
type SendPage = (ctx: Context, isOpen: boolean) => Promise<void>;

/**
 * Creates the function that sends the box page. The page is the same for every box and fetches its
 * data.
 */
export function createBoxPage({ webFolder, s3 }: Pick<Env, 'webFolder' | 's3'>): SendPage {
  const headers = {
    ...buildPageHeaders(null),
    'Content-Security-Policy': buildContentPolicy(s3.publicEndpoint),
  };
  const loadPage = createPageLoader(webFolder, 'box.html');
  return async (ctx, isOpen) => {
    if (!isOpen) return sendNotice(ctx, 404, CLOSED);
    const page = await loadPage();
    ctx.set(headers);
    ctx.type = 'html';
    ctx.body = page;
  };
}

/** Refuses a visit because there are too many. @param status 429 or 503 */
export const sendBusy = (ctx: Context, status: number): void => sendNotice(ctx, status, BUSY);

function sendNotice(ctx: Context, status: number, page: string): void {
  ctx.set(buildPageHeaders(null));
  ctx.status = status;
  ctx.type = 'html';
  ctx.body = page;
}

const BUSY = renderNoticePage(
  'Too many visits',
  'Your network has opened too many pages. Wait a minute, then reload this page.',
);

const CLOSED = renderNoticePage(
  'This address does not accept files',
  'It works for one day and may be closed, or the link is incomplete. Ask the person who sent you here for a new one.',
);

/**
 * Builds the security policy: files go directly to the store, and previews of selected pictures are
 * created in the browser.
 */
const buildContentPolicy = (store: string): string =>
  [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' blob:",
    `connect-src 'self' ${toUrlOrigin(store)}`,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
