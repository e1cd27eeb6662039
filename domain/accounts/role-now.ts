import { rolesWith } from '../catalogue/roles.js';
import type { Scope } from '../catalogue/scopes.js';

/** The current role of member `m` of a key. A key without a member acts as an owner. */
export const ROLE_NOW = "coalesce(m.role, 'owner')";

/** Whether the current role of member `m` of a key still includes a scope. */
export const mayNow = (scope: Scope): string =>
  `${ROLE_NOW} IN (${rolesWith(scope)
    .map((role) => `'${role}'`)
    .join(', ')})`;
