import type { Scope } from '../../api';

/** What a key can be allowed to do, in words. */
export const SCOPES: readonly {
  readonly value: Scope;
  readonly label: string;
  readonly about: string;
}[] = [
  { value: 'read', label: 'Read', about: 'look at everything of the account' },
  { value: 'generate', label: 'Generate', about: 'make and delete, and spend credits' },
  { value: 'social', label: 'Social', about: 'connect accounts and publish posts' },
  { value: 'webhooks', label: 'Webhooks', about: 'change where events are sent' },
];
