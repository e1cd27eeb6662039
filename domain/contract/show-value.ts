/** Maximum characters of a text that a message shows. */
const TEXT_MAX = 80;
/** Maximum characters of a URL that are parsed to show its start. */
const URL_MAX = 2_048;
/** Maximum characters of a JSON value that a message shows. */
const SHOWN_MAX = 40;
const NAME_MAX = 60;

/** Matches API keys, signing secrets, and the name and password in a URL. */
const SECRETS = /(svc_live_|whsec_)[^\s"]*|(?<=:\/\/)[^/\s"@]*@/g;

/**
 * Formats a value for a message: as JSON, on one line, shortened and without secrets. Lists and
 * objects are shown only by type, because their members have separate messages.
 */
export function showValue(value: unknown): string {
  if (Array.isArray(value)) return 'a list';
  if (typeof value === 'object' && value !== null) return 'an object';
  if (typeof value !== 'string') return String(value);
  // Cut first, because a value can have megabytes. A secret that is cut is still recognised by its
  // prefix.
  const safe = value.slice(0, 4 * SHOWN_MAX).replaceAll(SECRETS, '$1…');
  const short = safe.length > SHOWN_MAX ? `${safe.slice(0, SHOWN_MAX)}…` : safe;
  return JSON.stringify(short.toWellFormed());
}

/** Shortens a caller's name for something, which can have any length. */
export const shortenName = (name: string): string =>
  name.length > NAME_MAX ? `${name.slice(0, NAME_MAX)}…`.toWellFormed() : name;

/** Shortens a caller's text to one line for a message. */
export function shorten(text: string): string {
  const shown = text.slice(0, TEXT_MAX).toWellFormed().replaceAll(/\s/g, ' ');
  return text.length <= TEXT_MAX ? shown : `${shown}…`;
}

/** Shortens a caller's URL for a message, without user, password and query, which can be secret. */
export function shortenUrl(text: string): string {
  const bare = text.replace(/\/\/[^/?#]*@/, '//').replace(/\?.*/s, '?…');
  const url = URL.parse(bare.slice(0, URL_MAX));
  return url?.host ? shorten(`${url.protocol}//${url.host}${url.pathname}`) : `"${shorten(bare)}"`;
}
