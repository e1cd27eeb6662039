/** The page's state, stored in the URL so that the browser's Back button works. */
export interface SocialSearch {
  readonly view?: SocialView;
  /** The id of the generation that a new post shows. */
  readonly post?: string;
  /** The calendar's month, as `2026-11`. */
  readonly month?: string;
  /** Result in a platform's redirect. */
  readonly status?: string;
  readonly platform?: string;
  readonly error?: string;
}

export type SocialView = 'accounts' | 'posts' | 'calendar';

export const VIEWS: readonly SocialView[] = ['accounts', 'posts', 'calendar'];

const MONTH = /^\d{4}-(0[1-9]|1[0-2])$/;

/** Reads the state from a URL and drops invalid values. */
export function readSocialSearch(search: Record<string, unknown>): SocialSearch {
  const readText = (name: string) => {
    const value = search[name];
    return typeof value === 'string' && value !== '' ? value : undefined;
  };
  const month = readText('month');
  const read: SocialSearch = {
    view: VIEWS.find((view) => view === search['view']),
    month: month && MONTH.test(month) ? month : undefined,
    post: readText('post'),
    status: readText('status'),
    platform: readText('platform'),
    error: readText('error'),
  };
  return Object.fromEntries(Object.entries(read).filter(([, value]) => value !== undefined));
}
