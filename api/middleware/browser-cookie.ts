import type { Context } from 'koa';
import { TOKEN } from '../../domain/social/connect/secrets.js';
import { createCookie } from './cookie.js';

/** As long as a link and the pages of a platform may take. */
const SECONDS = 3_600;

/**
 * The cookie that tells the browser in which an authorisation began. It comes back with the owner
 * from the platform. Two links in one browser share it.
 */
export function createBrowserCookie(publicUrl: string) {
  const cookie = createCookie(publicUrl, { name: 'connect', shape: TOKEN });
  return {
    read: cookie.read,
    write: (ctx: Context, value: string): void => cookie.write(ctx, value, SECONDS),
  };
}
