import { mix } from '../colour.js';
import { terrain, type Palette } from '../palette.js';
import type { Random } from '../random.js';
import type { Stage } from '../stage.js';
import { n, path, rect, vertical } from '../svg.js';
import { misty } from './ridge.js';

interface Tower {
  readonly x: number;
  readonly wide: number;
  readonly top: number;
}

const box = (x: number, y: number, wide: number, high: number): string =>
  `M${n(x)} ${n(y)}h${n(wide)}v${n(high)}h${n(-wide)}z`;

/** Draws a random roof line: flat, stepped, pitched, or with a mast. */
function crown(random: Random, { x, wide, top }: Tower): string {
  const kind = random.whole(0, 5);
  if (kind === 0)
    return `M${n(x)} ${n(top)}l${n(wide / 2)} ${n(-wide * 0.55)}l${n(wide / 2)} ${n(wide * 0.55)}z`;
  if (kind === 1) return box(x + wide * 0.2, top - wide * 0.25, wide * 0.6, wide * 0.26);
  if (kind === 2) {
    return (
      box(x + wide * 0.25, top - wide * 0.2, wide * 0.5, wide * 0.21) +
      box(x + wide * 0.47, top - wide * 0.9, wide * 0.06, wide * 0.75)
    );
  }
  if (kind === 3) return `M${n(x)} ${n(top + 1)}v${n(-wide * 0.35)}l${n(wide)} ${n(wide * 0.35)}z`;
  return '';
}

/** Draws a tower's lit windows on a regular grid; most windows stay dark. */
function windows(random: Random, stage: Stage, { x, wide, top }: Tower, size: number): string {
  const columns = Math.max(2, Math.floor(wide / (size * 2.1)));
  const gap = wide / columns;
  let d = '';
  for (let y = top + gap * 0.7; y < stage.horizon + stage.unit * 0.14; y += size * 2.6) {
    for (let column = 0; column < columns; column += 1) {
      if (random.chance(0.42)) d += box(x + gap * (column + 0.5) - size / 2, y, size, size * 1.45);
    }
  }
  return d;
}

/** Mixes the colour of window light, which also glows over the roofs. */
const mixLampColour = (palette: Palette): string => mix(palette.light, palette.accent, 0.55);

/** Draws a skyline in three depths, with lit windows if the picture is dark. */
export function city(stage: Stage): string {
  const random = stage.random.fork('city');
  const { palette, horizon, unit } = stage;
  const glow = vertical(horizon * 0.35, horizon, [
    [0, mixLampColour(palette), 0],
    [1, mixLampColour(palette), palette.dark ? 0.34 : 0],
  ]);
  const layers = [0.1, 0.45, 0.85].map((nearness, layer) => {
    const towers: Tower[] = [];
    for (let x = -unit * 0.05; x < stage.width;) {
      const wide = unit * random.between(0.05, 0.105) * (0.8 + 0.25 * layer);
      const rise = horizon * random.between(0.2, 0.62) * (1 - 0.22 * layer);
      towers.push({ x, wide, top: horizon - rise * (0.72 + 0.28 * Math.sin(x / (unit * 0.35))) });
      x += wide + (random.chance(0.4) ? unit * random.between(0, 0.03) : 0);
    }
    const colour = terrain(palette, nearness);
    const shapes = towers.map(
      (tower) =>
        box(tower.x, tower.top, tower.wide + 0.5, stage.height - tower.top) + crown(random, tower),
    );
    const paint = misty(
      horizon * 0.3,
      horizon,
      colour,
      mix(colour, palette.skyLow, 0.5 - 0.2 * layer),
    );
    const size = unit * (0.0045 + 0.002 * layer);
    const glass =
      layer === 0 ? '' : towers.map((tower) => windows(random, stage, tower, size)).join('');
    const lamp = palette.dark ? mixLampColour(palette) : mix(palette.skyLow, colour, 0.35);
    return path(shapes.join(''), paint) + path(glass, lamp, palette.dark ? 0.5 + 0.2 * layer : 0.5);
  });
  return rect([0, horizon * 0.3], [stage.width, horizon * 0.76], glow) + layers.join('');
}
