import type { Context } from 'koa';
import { TOKEN } from '../../domain/social/connect/secrets.js';

/** As long as a link and the pages of a platform may take. */
const SECONDS = 3_600;

/**
 * The cookie that tells the browser in which an authorisation began. It comes back with the owner
 * from the platform (SameSite=Lax), no script reads it, and no other host can set it (`__Host-`).
 * Two links in one browser share it.
 */
export function createBrowserCookie(publicUrl: string) {
  const isSecure = publicUrl.startsWith('https:');
  const name = isSecure ? '__Host-connect' : 'connect';
  const attributes = `Path=/; Max-Age=${SECONDS}; HttpOnly; SameSite=Lax${isSecure ? '; Secure' : ''}`;
  return {
    read(ctx: Context): string | null {
      const pairs = ctx.get('Cookie').split(';');
      const own = pairs.map((pair) => pair.trim()).find((pair) => pair.startsWith(`${name}=`));
      const value = own?.slice(name.length + 1) ?? '';
      return TOKEN.test(value) ? value : null;
    },
    write(ctx: Context, value: string): void {
      ctx.append('Set-Cookie', `${name}=${value}; ${attributes}`);
    },
  };
}
