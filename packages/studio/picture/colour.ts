/**
 * Colours as `#rrggbb`. They are mixed in OKLab, where equal steps appear equal and blends stay
 * clean.
 */

type Lab = readonly [lightness: number, a: number, b: number];

const toLinear = (channel: number): number =>
  channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;

const toEncoded = (channel: number): number =>
  channel <= 0.0031308 ? channel * 12.92 : 1.055 * channel ** (1 / 2.4) - 0.055;

/** Returns a colour's OKLab coordinates: lightness 0..1, a and b about -0.4..0.4. */
export function toLab(colour: string): Lab {
  const value = Number.parseInt(colour.slice(1), 16);
  const red = toLinear(((value >> 16) & 255) / 255);
  const green = toLinear(((value >> 8) & 255) / 255);
  const blue = toLinear((value & 255) / 255);
  const l = Math.cbrt(0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue);
  const m = Math.cbrt(0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue);
  const s = Math.cbrt(0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue);
  return [
    0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
    0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
  ];
}

/** Returns the nearest `#rrggbb`; coordinates outside sRGB are clipped per channel. */
export function fromLab([lightness, a, b]: Lab): string {
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  const channels = [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ];
  const hex = channels.map((channel) => {
    const byte = Math.round(255 * Math.min(1, Math.max(0, toEncoded(Math.max(0, channel)))));
    return byte.toString(16).padStart(2, '0');
  });
  return `#${hex.join('')}`;
}

/** Blends two colours: 0 gives `from`, 1 gives `to`. */
export function mix(from: string, to: string, share: number): string {
  const [l, a, b] = toLab(from);
  const [tl, ta, tb] = toLab(to);
  return fromLab([l + (tl - l) * share, a + (ta - a) * share, b + (tb - b) * share]);
}

/**
 * Returns the same hue, lighter or, with a negative `by`, darker; `by` is in OKLab lightness, 0..1.
 */
export function lighten(colour: string, by: number): string {
  const [l, a, b] = toLab(colour);
  return fromLab([Math.min(1, Math.max(0, l + by)), a, b]);
}

/** Takes hue and saturation from `tint` and keeps most of the lightness, to preserve depth. */
export function tinted(colour: string, tint: string, strength: number): string {
  const [l, a, b] = toLab(colour);
  const [tl, ta, tb] = toLab(tint);
  const depth = 0.22 * strength;
  // Near white and near black allow little colour, because full saturation would clip to garish
  // tones.
  const scale = Math.min(1, 0.35 + 2.6 * Math.min(l, 1 - l));
  return fromLab([
    l + (tl - l) * depth,
    a + (ta * scale - a) * strength,
    b + (tb * scale - b) * strength,
  ]);
}
