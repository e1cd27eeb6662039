/**
 * Why a URL is refused: its form, an address that is not public, or a name that has no address.
 * Null: it is not refused.
 */
export type UrlFault = 'bad_url' | 'blocked_address' | 'no_such_name' | null;
