/** `16:9` as a number, width to height; null for `adaptive`. */
export function ratioOf(aspectRatio: string): number | null {
  const [width, height] = aspectRatio.split(':').map(Number);
  return width && height ? width / height : null;
}

/**
 * The offered ratio that is nearest to a picture: a ratio that is twice as wide counts as far away
 * as one that is twice as tall.
 * @param shape width to height, a number
 * @param offered names of ratios; `adaptive` is none
 */
export function nearestRatio<T extends string>(shape: number, offered: readonly T[]): T | null {
  const known = offered.flatMap((name) => {
    const ratio = ratioOf(name);
    return ratio === null ? [] : [{ name, distance: Math.abs(Math.log(ratio / shape)) }];
  });
  return known.toSorted((one, other) => one.distance - other.distance)[0]?.name ?? null;
}
