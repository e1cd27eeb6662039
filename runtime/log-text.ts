/** Maximum length of a text in a log line, in characters. */
const TEXT_MAX = 300;

/**
 * Parts of a text that must not be logged: quoted text may be a value, a URL's path may give access
 * to a file, and its query may contain a signature.
 */
const REPLACED: readonly (readonly [RegExp, string])[] = [
  [/\bdata:[\w.+/-]*[;,]\S*/gi, '<data>'],
  [/\b([a-z][a-z0-9+.-]*:\/\/)(?:[^\s/?#@"'`]*@)?([^\s/?#"'`,)]*)[^\s"'`,)]*/gi, '$1$2'],
  [/\bsvc_(?:live|test)_\w+/g, '<key>'],
  [/\bwhsec_[\w+/=]+/g, '<key>'],
  // Anyone who holds a task token can complete a Temporal task; it appears as text or as a list of
  // bytes.
  [/\btask_?token\b[\s:=(]*(?:\[[^\]]*\]?|[\w+/=-]+)/gi, '<task>'],
  [/\bsealed\.\S+/g, '<sealed>'],
  [/\b(bearer|basic)\s+\S+/gi, '$1 <key>'],
  [/[?&][\w.-]+=[^\s&"'`]*/g, '<query>'],
  // The unguessable part of an object key. An id also has 32 hex digits, but they follow an
  // underscore.
  [/(?<!\w)[0-9a-f]{32}(?![0-9a-f])/g, '<secret>'],
  // Keys, signatures and encoded files; ids contain an underscore or are shorter.
  [/(?<![\w+/-])[A-Za-z0-9+/=-]{40,}(?![\w+/-])/g, '<data>'],
];
/** An id or a single word: such texts are safe, and most logged texts are one of these. */
const PLAIN = /^(?:[a-z]{3,4}_[0-9a-f]{32}|[A-Za-z]{1,31})$/;
const QUOTED: readonly RegExp[] = [
  /"[^"]*(?:"|$)/g,
  /`[^`]*(?:`|$)/g,
  /(?<!\w)'[^']*(?:'(?!\w)|$)/g,
  /“[^”]*(?:”|$)/g,
];

/** Removes quoted values, keys, files and URL paths from a text, and limits its length. */
export function scrub(text: string): string {
  if (PLAIN.test(text)) return text;
  // Truncate first, so that a long text costs no more than a short one.
  const short = text.length > TEXT_MAX ? `${text.slice(0, TEXT_MAX)}…` : text;
  const unquoted = QUOTED.reduce((rest, pattern) => rest.replaceAll(pattern, '"…"'), short);
  return REPLACED.reduce((rest, [pattern, by]) => rest.replace(pattern, by), unquoted);
}
