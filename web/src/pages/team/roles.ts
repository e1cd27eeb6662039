import type { Role } from '../../api/contract';

/** The roles with descriptions, the role with the most rights first. */
export const ROLES: readonly {
  readonly value: Role;
  readonly label: string;
  readonly about: string;
}[] = [
  { value: 'owner', label: 'Owner', about: 'full access, including members' },
  { value: 'developer', label: 'Developer', about: 'can create content, keys and webhooks' },
  { value: 'viewer', label: 'Viewer', about: 'read-only access' },
];

const getRoleRank = (role: Role): number => ROLES.findIndex(({ value }) => value === role);

/** Returns whether the new role has fewer rights. */
export const isDemotion = (from: Role, to: Role): boolean => getRoleRank(to) > getRoleRank(from);

export const getRoleName = (role: Role): string =>
  ROLES.find(({ value }) => value === role)?.label ?? role;
