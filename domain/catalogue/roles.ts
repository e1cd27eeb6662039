import { SCOPES, type Scope } from './scopes.js';

/** Roles of team members. */
export const ROLES = ['owner', 'developer', 'viewer'] as const;
export type Role = (typeof ROLES)[number];

/** Permissions that no key scope includes; only people who are signed in can have them. */
export type PersonRight = 'keys' | 'members' | 'operate';

interface RolePowers {
  readonly scopes: readonly Scope[];
  readonly rights: readonly PersonRight[];
}

const POWERS: Readonly<Record<Role, RolePowers>> = {
  owner: { scopes: SCOPES, rights: ['keys', 'members'] },
  developer: { scopes: SCOPES, rights: ['keys'] },
  viewer: { scopes: ['read'], rights: [] },
};

/** Returns the scopes of a person with this role. */
export const listRoleScopes = (role: Role): Scope[] => [...POWERS[role].scopes];

/** Returns the effective scopes of a member's key: those that both the key and the role have. */
export function intersectScopes(scopes: readonly Scope[], role: Role): Scope[] {
  const own = listRoleScopes(role);
  return scopes.filter((scope) => own.includes(scope));
}

/** Returns the roles that have a scope. */
export const findRolesWithScope = (scope: Scope): Role[] =>
  ROLES.filter((role) => POWERS[role].scopes.includes(scope));

/** Returns the roles that have a right. */
export const findRolesWithRight = (right: PersonRight): Role[] =>
  ROLES.filter((role) => POWERS[role].rights.includes(right));

/** Whether a person has a right. No role makes a person an operator. */
export const hasRight = (
  { role, operator }: { readonly role: Role | null; readonly operator: boolean },
  right: PersonRight,
): boolean =>
  right === 'operate' ? operator : role !== null && POWERS[role].rights.includes(right);
