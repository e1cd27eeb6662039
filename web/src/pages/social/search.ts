/** The page's state, stored in the URL so that the browser's Back button works. */
export interface SocialSearch {
  readonly view?: SocialView;
  /** The calendar's month, as `2026-11`. */
  readonly month?: string;
  /** A day of the calendar's week, as `2026-11-23`; shows the week instead of the month. */
  readonly week?: string;
  /** The id of the generation that a new post shows. */
  readonly post?: string;
  /** The time of a new post, as `2026-11-23T10:00`. */
  readonly at?: string;
  /** The id of the post that a new post repeats. */
  readonly copy?: string;
  /** The id of the post in the edit dialog. */
  readonly edit?: string;
  /** Result in a platform's redirect. */
  readonly status?: string;
  readonly platform?: string;
  readonly error?: string;
}

export type SocialView = 'accounts' | 'posts' | 'calendar';

export const VIEWS: readonly SocialView[] = ['accounts', 'posts', 'calendar'];

const MONTH = /^\d{4}-(0[1-9]|1[0-2])$/;
const DAY = /^\d{4}-\d{2}-\d{2}$/;
const TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}$/;

/** Reads the state from a URL and drops invalid values. */
export function readSocialSearch(search: Record<string, unknown>): SocialSearch {
  const readText = (name: string) => {
    const value = search[name];
    return typeof value === 'string' && value !== '' ? value : undefined;
  };
  /** Reads a date in this format. */
  const readDate = (name: string, format: RegExp) => {
    const text = readText(name);
    return text && format.test(text) && !Number.isNaN(Date.parse(text)) ? text : undefined;
  };
  const read: SocialSearch = {
    view: VIEWS.find((view) => view === search['view']),
    month: readDate('month', MONTH),
    week: readDate('week', DAY),
    post: readText('post'),
    at: readDate('at', TIME),
    copy: readText('copy'),
    edit: readText('edit'),
    status: readText('status'),
    platform: readText('platform'),
    error: readText('error'),
  };
  return Object.fromEntries(Object.entries(read).filter(([, value]) => value !== undefined));
}

/** Returns the state without its dialogs. */
export const closeDialogs = (search: SocialSearch): SocialSearch => ({
  ...search,
  post: undefined,
  at: undefined,
  copy: undefined,
  edit: undefined,
});
