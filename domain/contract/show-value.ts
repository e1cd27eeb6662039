/** Characters of a text that a message repeats. */
const TEXT_MAX = 80;
/** Only this many characters of a URL are parsed to show its beginning. */
const URL_MAX = 2_048;
/** Characters of a value in JSON. */
const SHOWN_MAX = 40;
const NAME_MAX = 60;

/** API keys, signing secrets, and the name and password of a URL. */
const SECRETS = /(svc_live_|whsec_)[^\s"]*|(?<=:\/\/)[^/\s"@]*@/g;

/**
 * A value as a message may repeat it: as JSON, on one line, shortened, and without what is secret.
 * Lists and objects are only named, because their members have messages of their own.
 */
export function showValue(value: unknown): string {
  if (Array.isArray(value)) return 'a list';
  if (typeof value === 'object' && value !== null) return 'an object';
  if (typeof value !== 'string') return String(value);
  // Cut first, because a value may have megabytes. A secret that is cut through is still recognised
  // by its beginning.
  const safe = value.slice(0, 4 * SHOWN_MAX).replaceAll(SECRETS, '$1…');
  const short = safe.length > SHOWN_MAX ? `${safe.slice(0, SHOWN_MAX)}…` : safe;
  return JSON.stringify(short.toWellFormed());
}

/** A name that a caller made up, which may be of any length. */
export const shortName = (name: string): string =>
  name.length > NAME_MAX ? `${name.slice(0, NAME_MAX)}…`.toWellFormed() : name;

/** A caller's text as a message shows it: its beginning, in one line. */
export function shorten(text: string): string {
  const shown = text.slice(0, TEXT_MAX).toWellFormed().replaceAll(/\s/g, ' ');
  return text.length <= TEXT_MAX ? shown : `${shown}…`;
}

/** A caller's URL as a message shows it: without user, password and query, which may be secret. */
export function shortenUrl(text: string): string {
  const bare = text.replace(/\/\/[^/?#]*@/, '//').replace(/\?.*/s, '?…');
  const url = URL.parse(bare.slice(0, URL_MAX));
  return url?.host ? shorten(`${url.protocol}//${url.host}${url.pathname}`) : `"${shorten(bare)}"`;
}
