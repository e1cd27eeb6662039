/**
 * Builds SVG as strings. The strings never contain a caller's text: a prompt only chooses among our
 * own words, so it cannot reach the markup.
 */

/** A colour, or a gradient together with the definition that must be in the document. */
export type Paint = string | { readonly fill: string; readonly def: string };

export type Point = readonly [x: number, y: number];
export type GradientStop = readonly [offset: number, colour: string, opacity?: number];

/** Formats a coordinate with one decimal; more precision is invisible and doubles the length. */
export const n = (value: number): string => String(Math.round(value * 10) / 10);

const stopTags = (stops: readonly GradientStop[]): string =>
  stops
    .map(([at, colour, opacity = 1]) => {
      const alpha = opacity === 1 ? '' : ` stop-opacity="${opacity.toFixed(3)}"`;
      return `<stop offset="${n(at * 100)}%" stop-color="${colour}"${alpha}/>`;
    })
    .join('');

// Derives ids from the content: equal gradients share one id, and no counter is needed.
const buildElementId = (parts: readonly unknown[]): string =>
  `g${parts.join('_').replace(/[^\w-]/g, '')}`;

/** Creates a vertical gradient between two heights in picture pixels. */
export function vertical(top: number, bottom: number, stops: readonly GradientStop[]): Paint {
  const id = buildElementId(['v', n(top), n(bottom), ...stops.flat()]);
  const box = `gradientUnits="userSpaceOnUse" x1="0" x2="0" y1="${n(top)}" y2="${n(bottom)}"`;
  return {
    fill: `url(#${id})`,
    def: `<linearGradient id="${id}" ${box}>${stopTags(stops)}</linearGradient>`,
  };
}

/** Creates a gradient from a centre outwards. */
export function radial([x, y]: Point, radius: number, stops: readonly GradientStop[]): Paint {
  const id = buildElementId(['r', n(x), n(y), n(radius), ...stops.flat()]);
  const box = `gradientUnits="userSpaceOnUse" cx="${n(x)}" cy="${n(y)}" r="${n(radius)}"`;
  return {
    fill: `url(#${id})`,
    def: `<radialGradient id="${id}" ${box}>${stopTags(stops)}</radialGradient>`,
  };
}

const tag = (name: string, attributes: string, paint: Paint, opacity: number): string => {
  const alpha = opacity === 1 ? '' : ` opacity="${opacity.toFixed(3)}"`;
  return typeof paint === 'string'
    ? `<${name} ${attributes} fill="${paint}"${alpha}/>`
    : `${paint.def}<${name} ${attributes} fill="${paint.fill}"${alpha}/>`;
};

/** Draws a filled shape from path data. */
export const path = (d: string, paint: Paint, opacity = 1): string =>
  tag('path', `d="${d}"`, paint, opacity);

/** Draws a disc. */
export const circle = ([x, y]: Point, radius: number, paint: Paint, opacity = 1): string =>
  tag('circle', `cx="${n(x)}" cy="${n(y)}" r="${n(radius)}"`, paint, opacity);

/** Draws an upright ellipse with two radii. */
export const ellipse = ([x, y]: Point, rx: number, ry: number, paint: Paint, opacity = 1): string =>
  tag('ellipse', `cx="${n(x)}" cy="${n(y)}" rx="${n(rx)}" ry="${n(ry)}"`, paint, opacity);

/** Draws a rectangle from its top left corner, with optionally rounded corners. */
export function rect([x, y]: Point, size: Point, paint: Paint, radius = 0, opacity = 1): string {
  const round = radius === 0 ? '' : ` rx="${n(radius)}"`;
  const box = `x="${n(x)}" y="${n(y)}" width="${n(size[0])}" height="${n(size[1])}"${round}`;
  return tag('rect', box, paint, opacity);
}

/** Draws an open line with round ends. */
export function stroke(d: string, colour: string, width: number, opacity = 1): string {
  const alpha = opacity === 1 ? '' : ` opacity="${opacity.toFixed(3)}"`;
  const style = `fill="none" stroke="${colour}" stroke-width="${n(width)}" stroke-linecap="round"`;
  return `<path d="${d}" ${style} stroke-linejoin="round"${alpha}/>`;
}

/** Puts content under an SVG transform. */
export const group = (transform: string, content: string, opacity = 1): string =>
  `<g transform="${transform}"${opacity === 1 ? '' : ` opacity="${opacity.toFixed(3)}"`}>${content}</g>`;

/** Draws many dots as one path, so that hundreds of stars need only one element. */
export const dots = (points: readonly (readonly [x: number, y: number, r: number])[]): string =>
  points
    .map(([x, y, r]) => {
      const across = n(2 * r);
      return `M${n(x - r)} ${n(y)}a${n(r)} ${n(r)} 0 1 0 ${across} 0a${n(r)} ${n(r)} 0 1 0 -${across} 0`;
    })
    .join('');

/** Returns path data for a line with straight edges through points, without closing it. */
export const polyline = (points: readonly Point[]): string =>
  `M${points.map(([x, y]) => `${n(x)} ${n(y)}`).join('L')}`;
