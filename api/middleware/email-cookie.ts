import type { Context } from 'koa';
import { SEALED } from '../../domain/ports/vault.js';
import type { Deps } from '../../runtime/deps.js';
import { createCookie } from './cookie.js';

const SECONDS = 600;
/** What such an address is sealed for. */
export const VERIFIED = 'verified e-mail address';

interface Verified {
  readonly email: string;
  /** In Unix milliseconds. */
  readonly until: number;
}

/**
 * The address that the issuer of single sign-on has verified, while its person chooses a team. It is
 * sealed, so that nobody writes one of their own, and holds for ten minutes.
 */
export function createEmailCookie({ env, vault }: Pick<Deps, 'env' | 'vault'>) {
  const shape = new RegExp(`^${SEALED.replace('.', '\\.')}[\\w.-]{1,1000}$`);
  const cookie = createCookie(env.publicUrl, { name: 'verified', shape });
  return {
    clear: cookie.clear,
    write(ctx: Context, email: string): void {
      const verified: Verified = { email, until: Date.now() + SECONDS * 1_000 };
      cookie.write(ctx, vault.seal(JSON.stringify(verified), VERIFIED), SECONDS);
    },
    /** @returns null without one, and for one that is forged or too old */
    read(ctx: Context): string | null {
      const sealed = cookie.read(ctx);
      if (sealed === null) return null;
      try {
        const { email, until } = JSON.parse(vault.open(sealed, VERIFIED)) as Verified;
        return until > Date.now() ? email : null;
      } catch {
        return null;
      }
    },
  };
}
