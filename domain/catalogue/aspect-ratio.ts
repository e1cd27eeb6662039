/** Converts `16:9` to a numeric ratio of width to height; null for `adaptive`. */
export function parseRatio(aspectRatio: string): number | null {
  const [width, height] = aspectRatio.split(':').map(Number);
  return width && height ? width / height : null;
}

/**
 * Returns the offered ratio closest to a picture. A ratio twice as wide is as far away as a ratio
 * twice as tall.
 * @param shape numeric ratio of width to height
 * @param offered names of ratios; `adaptive` is ignored
 */
export function findNearestRatio<T extends string>(shape: number, offered: readonly T[]): T | null {
  const known = offered.flatMap((name) => {
    const ratio = parseRatio(name);
    return ratio === null ? [] : [{ name, distance: Math.abs(Math.log(ratio / shape)) }];
  });
  return known.toSorted((one, other) => one.distance - other.distance)[0]?.name ?? null;
}
