/** Returns a ratio's width divided by its height; null if it is not known, as for `adaptive`. */
export function parseRatio(ratio: string): number | null {
  const [, width, height] = /^(\d+):(\d+)$/.exec(ratio) ?? [];
  return width && height ? Number(width) / Number(height) : null;
}
