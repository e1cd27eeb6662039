import type { Role } from '../../api/contract';

/** What a member can be, in words; the one that may do most first. */
export const ROLES: readonly {
  readonly value: Role;
  readonly label: string;
  readonly about: string;
}[] = [
  { value: 'owner', label: 'Owner', about: 'may do everything, members included' },
  { value: 'developer', label: 'Developer', about: 'makes things, keys and webhooks' },
  { value: 'viewer', label: 'Viewer', about: 'looks, and changes nothing' },
];

const rankOf = (role: Role): number => ROLES.findIndex(({ value }) => value === role);

/** Whether a member with the first role loses something with the second. */
export const isDemotion = (from: Role, to: Role): boolean => rankOf(to) > rankOf(from);

export const nameOfRole = (role: Role): string =>
  ROLES.find(({ value }) => value === role)?.label ?? role;
