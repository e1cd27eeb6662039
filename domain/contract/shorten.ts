const SHOWN_MAX = 80;

/** A caller's text as a message shows it: its beginning, in one line. */
export function shorten(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ');
  return line.length <= SHOWN_MAX ? line : `${line.slice(0, SHOWN_MAX).toWellFormed()}…`;
}

/** A caller's URL as a message shows it: without user, password and query, which may be secret. */
export function shortenUrl(text: string): string {
  const url = URL.parse(text);
  if (url?.host) return shorten(`${url.protocol}//${url.host}${url.pathname}`);
  return `"${shorten(text.replace(/\/\/[^/?#]*@/, '//').replace(/\?.*/s, '?…'))}"`;
}
