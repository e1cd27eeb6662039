/** Finds the emoji that X's counter knows. The package has no types. */
declare module 'twemoji-parser' {
  export function parse(
    text: string,
    options: { buildUrl(codePoints: string): string },
  ): { readonly indices: readonly [start: number, end: number] }[];
}
