import type { Context } from 'koa';
import { SECRET } from '../../domain/identity/secrets.js';
import { SESSION_SECONDS } from '../../domain/identity/session-lifetime.js';
import { createCookie } from './cookie.js';

/** The cookie of somebody who is signed in. How long that lasts is decided by the row. */
export function createSessionCookie(publicUrl: string) {
  const cookie = createCookie(publicUrl, { name: 'session', shape: SECRET });
  return {
    ...cookie,
    write: (ctx: Context, token: string): void => cookie.write(ctx, token, SESSION_SECONDS.person),
  };
}
