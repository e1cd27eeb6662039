/** The emoji that X's counter knows. The package has no types. */
declare module 'twemoji-parser/dist/lib/regex.js' {
  const exported: { readonly default: RegExp };
  export default exported;
}
