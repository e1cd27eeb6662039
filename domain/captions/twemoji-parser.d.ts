/** Types for a package without types. It finds the emoji that X's counter recognizes. */
declare module 'twemoji-parser' {
  export function parse(
    text: string,
    options: { buildUrl(codePoints: string): string },
  ): { readonly indices: readonly [start: number, end: number] }[];
}
