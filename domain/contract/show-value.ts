/** Characters of a value that a message repeats. */
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
