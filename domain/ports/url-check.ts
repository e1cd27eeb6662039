/**
 * The reason why a URL is refused: its form, or a host without a public address. A host that does
 * not exist and one with private addresses get the same reason. Null if the URL is accepted.
 */
export type UrlFault = 'bad_url' | 'blocked_address' | null;
