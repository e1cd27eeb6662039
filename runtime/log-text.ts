/** No text of a log line is longer. */
const TEXT_MAX = 300;

/**
 * What a text may hold that no line may: whatever is quoted is a value as often as a name, the path
 * of an address may open a file, and its query may hold a signature.
 */
const REPLACED: readonly (readonly [RegExp, string])[] = [
  [/\bdata:[\w.+/-]*[;,]\S*/gi, '<data>'],
  [/\b([a-z][a-z0-9+.-]*:\/\/)(?:[^\s/?#@"'`]*@)?([^\s/?#"'`,)]*)[^\s"'`,)]*/gi, '$1$2'],
  [/\bsvc_(?:live|test)_\w+/g, '<key>'],
  [/\bwhsec_[\w+/=]+/g, '<key>'],
  // With it, a task of Temporal can be ended: as text, or as a list of bytes.
  [/\btask_?token\b[\s:=(]*(?:\[[^\]]*\]?|[\w+/=-]+)/gi, '<task>'],
  [/\bsealed\.\S+/g, '<sealed>'],
  [/\b(bearer|basic)\s+\S+/gi, '$1 <key>'],
  [/[?&][\w.-]+=[^\s&"'`]*/g, '<query>'],
  // The unguessable part of an object key; that of an id stands behind an underscore.
  [/(?<!\w)[0-9a-f]{32}(?![0-9a-f])/g, '<secret>'],
  // Keys, signatures and encoded files; ids have an underscore or fewer characters.
  [/(?<![\w+/-])[A-Za-z0-9+/=-]{40,}(?![\w+/-])/g, '<data>'],
];
/** An id, or a word: they hold nothing of that, and are most of what a line says. */
const PLAIN = /^(?:[a-z]{3,4}_[0-9a-f]{32}|[A-Za-z]{1,31})$/;
const QUOTED: readonly RegExp[] = [
  /"[^"]*(?:"|$)/g,
  /`[^`]*(?:`|$)/g,
  /(?<!\w)'[^']*(?:'(?!\w)|$)/g,
  /“[^”]*(?:”|$)/g,
];

/**
 * A text without quoted values, keys, files and the paths of addresses; short enough for a line.
 */
export function scrub(text: string): string {
  if (PLAIN.test(text)) return text;
  // Cut first, so that a long text costs no more than a short one.
  const short = text.length > TEXT_MAX ? `${text.slice(0, TEXT_MAX)}…` : text;
  const unquoted = QUOTED.reduce((rest, pattern) => rest.replaceAll(pattern, '"…"'), short);
  return REPLACED.reduce((rest, [pattern, by]) => rest.replace(pattern, by), unquoted);
}
