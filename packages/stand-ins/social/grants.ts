import { randomBytes } from 'node:crypto';
import type { FakeRequest } from './fake.js';
import type { GrantedUser } from './oauth.js';

interface LiveGrant extends GrantedUser {
  /** One consent by an owner; refreshed tokens belong to the same grant. */
  readonly grant: string;
  /** When the token expires, in Unix milliseconds. */
  readonly until: number;
}

/** Tokens that a token endpoint issued. */
export interface IssuedTokens {
  readonly access: string;
  /** The refresh token; empty if no new one was issued. */
  readonly refresh: string;
}

export interface GrantRules {
  readonly accessMs: number;
  /** Lifetime of a refresh token; Infinity if it has no fixed end. */
  readonly refreshMs: number;
  /** Whether a refresh issues a new refresh token and ends the old one immediately. */
  readonly rotates: boolean;
}

/** Access and refresh tokens that a stand-in platform has issued. */
export class Grants {
  readonly #access = new Map<string, LiveGrant>();
  readonly #refresh = new Map<string, LiveGrant>();

  constructor(
    private readonly rules: GrantRules,
    private readonly now: () => number,
  ) {}

  /** Issues tokens for a new consent. */
  open(granted: GrantedUser): IssuedTokens {
    return this.#issue(granted, randomBytes(8).toString('hex'), true);
  }

  /** @returns null if the refresh token is unknown, used or expired */
  refresh(token: string): (IssuedTokens & { readonly granted: GrantedUser }) | null {
    const found = this.#refresh.get(token);
    if (!found || found.until <= this.now()) return null;
    if (this.rules.rotates) this.#refresh.delete(token);
    return { ...this.#issue(found, found.grant, this.rules.rotates), granted: found };
  }

  /** Finds the user whose token a request contains; null if the token is unknown or expired. */
  findHolder({ headers }: FakeRequest): GrantedUser | null {
    const token = /^Bearer (\S+)$/.exec(headers['authorization'] ?? '')?.[1] ?? '';
    const found = this.#access.get(token);
    return found && found.until > this.now() ? found : null;
  }

  /** Returns whether this user has an open grant. */
  isOpen(userId: string): boolean {
    return [...this.#refresh.values()].some(({ user }) => user.id === userId);
  }

  /**
   * Ends a token's grant.
   * @returns false if the token is unknown
   */
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
