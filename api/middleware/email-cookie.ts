import type { Context } from 'koa';
import { SEALED } from '../../domain/ports/vault.js';
import type { Deps } from '../../runtime/deps.js';
import { createCookie } from './cookie.js';

const SECONDS = 600;
/** Purpose of the sealed address. */
export const VERIFIED = 'verified e-mail address';

interface VerifiedEmail {
  readonly email: string;
  /** Expiry in Unix milliseconds. */
  readonly until: number;
}

/**
 * Creates the cookie with the email address that single sign-on has verified, while the person
 * chooses a team. It is sealed, so that it cannot be forged, and is valid for ten minutes.
 */
export function createEmailCookie({ env, vault }: Pick<Deps, 'env' | 'vault'>) {
  const shape = new RegExp(`^${SEALED.replace('.', '\\.')}[\\w.-]{1,1000}$`);
  const cookie = createCookie(env.publicUrl, { name: 'verified', shape });
  return {
    clear: cookie.clear,
    write(ctx: Context, email: string): void {
      const verified: VerifiedEmail = { email, until: Date.now() + SECONDS * 1_000 };
      cookie.write(ctx, vault.seal(JSON.stringify(verified), VERIFIED), SECONDS);
    },
    /** Reads the address. @returns null if the cookie is absent, forged or expired */
    read(ctx: Context): string | null {
      const sealed = cookie.read(ctx);
      if (sealed === null) return null;
      try {
        const { email, until } = JSON.parse(vault.open(sealed, VERIFIED)) as VerifiedEmail;
        return until > Date.now() ? email : null;
      } catch {
        return null;
      }
    },
  };
}
