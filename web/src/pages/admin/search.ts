export const ADMIN_TABS = ['overview', 'accounts', 'failures', 'providers', 'runs'] as const;
export type AdminTab = (typeof ADMIN_TABS)[number];

/** The admin page's state, stored in the URL. */
export interface AdminSearch {
  /** The open tab; by default, the overview. */
  readonly tab?: AdminTab;
  /** Search text for accounts. */
  readonly q?: string;
  /** State of the listed runs; by default, failed. */
  readonly state?: 'stuck';
  /** Error code of the listed failed runs. */
  readonly code?: string;
  /** Model of the listed failed runs. */
  readonly model?: string;
  /** Length of the period of the overview (by default, a day) or of the failures (a week). */
  readonly hours?: number;
}

export function readAdminSearch(search: Record<string, unknown>): AdminSearch {
  const { state, hours } = search;
  // Links from before the overview have a search text without a tab.
  const tab = ADMIN_TABS.find((one) => one === search.tab) ?? (search.q ? 'accounts' : undefined);
  const readText = (name: 'q' | 'code' | 'model') => {
    const value = search[name];
    return typeof value === 'string' && value !== '' ? { [name]: value } : {};
  };
  return {
    ...(tab && { tab }),
    ...readText('q'),
    ...readText('code'),
    ...readText('model'),
    ...(state === 'stuck' && { state }),
    ...(typeof hours === 'number' && Number.isInteger(hours) && { hours }),
  };
}
