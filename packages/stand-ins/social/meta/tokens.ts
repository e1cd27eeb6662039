import { randomBytes } from 'node:crypto';
import type { FakeRequest } from '../fake.js';
import type { FakeUser, GrantedUser } from '../oauth.js';
import { GraphError, parseParams, readTextParam } from './graph.js';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const LONG_MS = 60 * DAY;

interface Token extends GrantedUser {
  readonly isLong: boolean;
  readonly at: number;
  readonly until: number;
  isRevoked: boolean;
}

export interface LongToken {
  readonly access_token: string;
  readonly token_type: 'bearer';
  readonly expires_in: number;
}

/**
 * A Meta platform's access tokens: valid for an hour at first, then for 60 days, which can be
 * extended.
 */
export class MetaTokens {
  readonly #tokens = new Map<string, Token>();

  constructor(private readonly now: () => number) {}

  issueShort(granted: GrantedUser): string {
    return this.#add({ ...granted, isLong: false, until: this.now() + HOUR });
  }

  exchange(short: string): LongToken {
    const token = this.#find(short);
    if (token.isLong) throw new GraphError(400, 190, null, 'The token is not short-lived');
    return this.#issueLong(token);
  }

  refresh(long: string): LongToken {
    const token = this.#find(long);
    if (!token.isLong || this.now() - token.at < DAY) {
      throw new GraphError(400, 100, null, 'The access token cannot be refreshed yet');
    }
    return this.#issueLong(token);
  }

  /**
   * Finds the caller by a header or a parameter, and checks that the owner has granted the scope.
   */
  authorize(request: FakeRequest, scope: string): FakeUser {
    const bearer = /^Bearer (.+)$/.exec(request.headers['authorization'] ?? '')?.[1];
    const token = this.#find(bearer ?? readTextParam(parseParams(request), 'access_token'));
    if (token.scopes.includes(scope)) return token.user;
    throw new GraphError(403, 10, null, 'Application does not have permission for this action');
  }

  revokeAll(username?: string): void {
    for (const token of this.#tokens.values()) {
      if (username === undefined || token.user.username === username) token.isRevoked = true;
    }
  }

  #find(accessToken: string): Token {
    const token = this.#tokens.get(accessToken);
    if (!token) throw new GraphError(401, 190, null, 'Invalid OAuth access token');
    if (token.isRevoked) {
      const words = 'Error validating access token: The user has not authorized application 1.';
      throw new GraphError(400, 190, 458, words);
    }
    if (token.until < this.now()) {
      throw new GraphError(400, 190, 463, 'Error validating access token: Session has expired');
    }
    return token;
  }

  #issueLong({ user, scopes }: Token): LongToken {
    const access_token = this.#add({ user, scopes, isLong: true, until: this.now() + LONG_MS });
    return { access_token, token_type: 'bearer', expires_in: LONG_MS / 1_000 };
  }

  #add(token: Omit<Token, 'at' | 'isRevoked'>): string {
    const name = `META${randomBytes(20).toString('hex')}`;
    this.#tokens.set(name, { ...token, at: this.now(), isRevoked: false });
    return name;
  }
}
