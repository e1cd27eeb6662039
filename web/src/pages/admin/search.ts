export const ADMIN_TABS = ['accounts', 'providers', 'runs'] as const;
export type AdminTab = (typeof ADMIN_TABS)[number];

/** What the corner of the operators shows; stands in the address. */
export interface AdminSearch {
  /** Without it: the accounts. */
  readonly tab?: AdminTab;
  /** Words that accounts are looked for by. */
  readonly q?: string;
  /** Without it: what failed. */
  readonly state?: 'stuck';
}

export function readAdminSearch(search: Record<string, unknown>): AdminSearch {
  const tab = ADMIN_TABS.find((one) => one === search.tab);
  const { q, state } = search;
  return {
    ...(tab && { tab }),
    ...(typeof q === 'string' && q && { q }),
    ...(state === 'stuck' && { state }),
  };
}
