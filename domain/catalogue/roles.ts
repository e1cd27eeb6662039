import { SCOPES, type Scope } from './scopes.js';

/** What people of a team may be. */
export const ROLES = ['owner', 'developer', 'viewer'] as const;
export type Role = (typeof ROLES)[number];

/** What no scope of a key covers: only people who are signed in may do it. */
export type Right = 'keys' | 'members' | 'operate';

interface Powers {
  readonly scopes: readonly Scope[];
  readonly rights: readonly Right[];
}

const POWERS: Readonly<Record<Role, Powers>> = {
  owner: { scopes: SCOPES, rights: ['keys', 'members'] },
  developer: { scopes: SCOPES, rights: ['keys'] },
  viewer: { scopes: ['read'], rights: [] },
};

/** The scopes that a person has in the place of those of a key. */
export const scopesOf = (role: Role): Scope[] => [...POWERS[role].scopes];

/** What a key of a member may do: the scopes that both the key and the member's role have. */
export function scopesWithin(scopes: readonly Scope[], role: Role): Scope[] {
  const own = scopesOf(role);
  return scopes.filter((scope) => own.includes(scope));
}

/** The roles that have a scope. */
export const rolesWith = (scope: Scope): Role[] =>
  ROLES.filter((role) => POWERS[role].scopes.includes(scope));

/** Whether a person may do what no scope covers. Operators are not made by a role. */
export const hasRight = (
  { role, operator }: { readonly role: Role | null; readonly operator: boolean },
  right: Right,
): boolean =>
  right === 'operate' ? operator : role !== null && POWERS[role].rights.includes(right);
