import type { Context } from 'koa';
import type { NewSession } from '../../domain/identity/begin-session.js';
import { SECRET } from '../../domain/identity/session-secrets.js';

interface CookieOptions {
  /** Name without the prefix that is added over TLS. */
  readonly name: string;
  /** Pattern of a valid value; any other value counts as absent. */
  readonly shape: RegExp;
}

/**
 * Creates a cookie that browsers send with navigations from other sites (SameSite=Lax), that
 * scripts cannot read, and that no other host can set (`__Host-`). Over plain http, such as on
 * localhost, browsers refuse the prefix.
 */
export function createCookie(publicUrl: string, { name: plain, shape }: CookieOptions) {
  const isSecure = publicUrl.startsWith('https:');
  const name = isSecure ? `__Host-${plain}` : plain;
  const set = (ctx: Context, value: string, seconds: number): void => {
    const attributes = `Path=/; Max-Age=${seconds}; HttpOnly; SameSite=Lax`;
    ctx.append('Set-Cookie', `${name}=${value}; ${attributes}${isSecure ? '; Secure' : ''}`);
  };
  return {
    read: (ctx: Context): string | null => {
      const pairs = ctx.get('Cookie').split(';');
      const own = pairs.map((pair) => pair.trim()).find((pair) => pair.startsWith(`${name}=`));
      const value = own?.slice(name.length + 1) ?? '';
      return shape.test(value) ? value : null;
    },
    write: set,
    clear: (ctx: Context): void => set(ctx, '', 0),
  };
}

/** Creates the session cookie. The session row stores its lifetime. */
export function createSessionCookie(publicUrl: string) {
  const cookie = createCookie(publicUrl, { name: 'session', shape: SECRET });
  return {
    ...cookie,
    write: (ctx: Context, { token, seconds }: NewSession): void =>
      cookie.write(ctx, token, seconds),
  };
}
