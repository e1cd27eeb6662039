import { randomBytes } from 'node:crypto';
import type { FakeRequest } from './fake.js';
import type { GrantedUser } from './oauth.js';

interface LiveGrant extends GrantedUser {
  /** One consent of an owner; a refresh stays within it. */
  readonly grant: string;
  /** Unix milliseconds. */
  readonly until: number;
}

/** Tokens issued by a token endpoint. */
export interface IssuedTokens {
  readonly access: string;
  /** Empty if there is no new one. */
  readonly refresh: string;
}

export interface GrantRules {
  readonly accessMs: number;
  /** Infinity: no fixed end. */
  readonly refreshMs: number;
  /** A refresh issues a new refresh token and ends the old one immediately. */
  readonly rotates: boolean;
}

/** The tokens of a platform that has refresh tokens. */
export class Grants {
  readonly #access = new Map<string, LiveGrant>();
  readonly #refresh = new Map<string, LiveGrant>();

  constructor(
    private readonly rules: GrantRules,
    private readonly now: () => number,
  ) {}

  /** Tokens of a new consent. */
  open(granted: GrantedUser): IssuedTokens {
    return this.#issue(granted, randomBytes(8).toString('hex'), true);
  }

  /** @returns null when the refresh token is unknown, used or expired */
  refresh(token: string): (IssuedTokens & { readonly granted: GrantedUser }) | null {
    const found = this.#refresh.get(token);
    if (!found || found.until <= this.now()) return null;
    if (this.rules.rotates) this.#refresh.delete(token);
    return { ...this.#issue(found, found.grant, this.rules.rotates), granted: found };
  }

  /** The owner of the token of a request; null when it is unknown or expired. */
  findHolder({ headers }: FakeRequest): GrantedUser | null {
    const token = /^Bearer (\S+)$/.exec(headers['authorization'] ?? '')?.[1] ?? '';
    const found = this.#access.get(token);
    return found && found.until > this.now() ? found : null;
  }

  /** Whether this user has an open grant. */
  isOpen(userId: string): boolean {
    return [...this.#refresh.values()].some(({ user }) => user.id === userId);
  }

  /** Ends the grant of a token. @returns false when the token is unknown */
  revoke(token: string): boolean {
    const found = this.#access.get(token) ?? this.#refresh.get(token);
    if (!found) return false;
    this.#end(({ grant }) => grant === found.grant);
    return true;
  }

  /** Ends all grants of one user, or of all users. */
  revokeAll(username?: string): void {
    this.#end(({ user }) => username === undefined || user.username === username);
  }

  #issue({ user, scopes }: GrantedUser, grant: string, withRefresh: boolean): IssuedTokens {
    const { accessMs, refreshMs } = this.rules;
    const access = `act.${randomBytes(16).toString('hex')}`;
    this.#access.set(access, { user, scopes, grant, until: this.now() + accessMs });
    if (!withRefresh) return { access, refresh: '' };
    const refresh = `rft.${randomBytes(16).toString('hex')}`;
    this.#refresh.set(refresh, { user, scopes, grant, until: this.now() + refreshMs });
    return { access, refresh };
  }

  #end(isOver: (live: LiveGrant) => boolean): void {
    for (const tokens of [this.#access, this.#refresh]) {
      for (const [token, live] of tokens) if (isOver(live)) tokens.delete(token);
    }
  }
}
