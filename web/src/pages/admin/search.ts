export const ADMIN_TABS = ['accounts', 'providers', 'runs'] as const;
export type AdminTab = (typeof ADMIN_TABS)[number];

/** The admin page's state, stored in the URL. */
export interface AdminSearch {
  /** The open tab; by default, accounts. */
  readonly tab?: AdminTab;
  /** Search text for accounts. */
  readonly q?: string;
  /** State of the listed runs; by default, failed. */
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
