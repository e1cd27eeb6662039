import type { Context } from 'koa';
import { SECRET } from '../../domain/identity/secrets.js';
import type { NewSession } from '../../domain/identity/begin-session.js';
import { createCookie } from './cookie.js';

/** Creates the session cookie. The session row stores its lifetime. */
export function createSessionCookie(publicUrl: string) {
  const cookie = createCookie(publicUrl, { name: 'session', shape: SECRET });
  return {
    ...cookie,
    write: (ctx: Context, { token, seconds }: NewSession): void =>
      cookie.write(ctx, token, seconds),
  };
}
