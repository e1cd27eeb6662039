import type { Role } from '../../api';

/** What a member can be, in words. */
export const ROLES: readonly {
  readonly value: Role;
  readonly label: string;
  readonly about: string;
}[] = [
  { value: 'owner', label: 'Owner', about: 'may do everything, members included' },
  { value: 'developer', label: 'Developer', about: 'makes things, keys and webhooks' },
  { value: 'viewer', label: 'Viewer', about: 'looks, and changes nothing' },
];

export const nameOfRole = (role: Role): string =>
  ROLES.find(({ value }) => value === role)?.label ?? role;
