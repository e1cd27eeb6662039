/**
 * Why a URL is refused: its form, or a host without a public address, whether or not it has another
 * one. Null: it is not refused.
 */
export type UrlFault = 'bad_url' | 'blocked_address' | null;
