import type { Context } from 'koa';
import { TOKEN } from '../../domain/social/connect/connect-tokens.js';
import { createCookie } from './cookie.js';

/** Lifetime of the cookie: enough time to follow the link and the platform's pages. */
const SECONDS = 3_600;

/**
 * Creates the cookie that identifies the browser that started an authorisation. The browser sends
 * it when the owner returns from the platform. Two links in one browser share the cookie.
 */
export function createBrowserCookie(publicUrl: string) {
  const cookie = createCookie(publicUrl, { name: 'connect', shape: TOKEN });
  return {
    read: cookie.read,
    write: (ctx: Context, value: string): void => cookie.write(ctx, value, SECONDS),
  };
}
