const SHOWN_MAX = 80;
/** Only this many characters of a URL are parsed to show its beginning. */
const URL_MAX = 2_048;

/** A caller's text as a message shows it: its beginning, in one line. */
export function shorten(text: string): string {
  const shown = text.slice(0, SHOWN_MAX).toWellFormed().replaceAll(/\s/g, ' ');
  return text.length <= SHOWN_MAX ? shown : `${shown}…`;
}

/** A caller's URL as a message shows it: without user, password and query, which may be secret. */
export function shortenUrl(text: string): string {
  const bare = text.replace(/\/\/[^/?#]*@/, '//').replace(/\?.*/s, '?…');
  const url = URL.parse(bare.slice(0, URL_MAX));
  return url?.host ? shorten(`${url.protocol}//${url.host}${url.pathname}`) : `"${shorten(bare)}"`;
}
