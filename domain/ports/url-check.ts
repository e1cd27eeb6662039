/**
 * What speaks against a URL: its form, an address that is not public, or a name that has no address.
 * Null: nothing does.
 */
export type UrlFault = 'bad_url' | 'blocked_address' | 'no_such_name' | null;
