import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Context } from 'koa';
import { Refusal } from '../../domain/contract/refusal.js';
import type { Env } from '../../runtime/env.js';
import { noticePage, pageHeaders } from './connect-page.js';
import { originOf } from './dashboard.js';
import { loadOnce } from './load-once.js';

/** Sends the page of a box that is open, or says that none is. */
type SendPage = (ctx: Context, isOpen: boolean) => Promise<void>;

/**
 * The page is the same for every box and asks for what it shows. The build of `web/` makes it, beside
 * the dashboard and without a line of it.
 */
export function createBoxPage({ webFolder, s3 }: Pick<Env, 'webFolder' | 's3'>): SendPage {
  const headers = { ...pageHeaders(null), 'Content-Security-Policy': policyOf(s3.publicEndpoint) };
  const loadPage =
    webFolder === null ? null : loadOnce(() => readFile(join(webFolder, 'box.html'), 'utf8'));
  return async (ctx, isOpen) => {
    if (!isOpen) return sendNotice(ctx, 404, CLOSED);
    if (!loadPage) throw new Refusal('UNAVAILABLE', { message: 'This page was not built.' });
    const page = await loadPage();
    ctx.set(headers);
    ctx.type = 'html';
    ctx.body = page;
  };
}

/** Answers a visit that is refused because there are too many. @param status 429 or 503 */
export const sendBusy = (ctx: Context, status: number): void => sendNotice(ctx, status, BUSY);

function sendNotice(ctx: Context, status: number, page: string): void {
  ctx.set(pageHeaders(null));
  ctx.status = status;
  ctx.type = 'html';
  ctx.body = page;
}

const BUSY = noticePage(
  'Too many visits at once',
  'They came from your network. Wait a minute, then load this page again.',
);

const CLOSED = noticePage(
  'This address takes no files',
  'It may have been closed, since it works for one day, or it was cut off when it was copied. Ask whoever sent you here for a new one.',
);

/** Files go straight to the store; pictures that are about to be sent are shown from this browser. */
const policyOf = (store: string): string =>
  [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' blob:",
    `connect-src 'self' ${originOf(store)}`,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
