import { lighten, mix } from '../colour.js';
import type { GroundSetting, Stage } from '../stage.js';
import { circle, ellipse, n, path, radial, rect, stroke, vertical } from '../svg.js';

/** Vertical position of the slab's upper edge and the plinth, as a fraction of the height. */
export const PLINTH_Y = 0.74;

/** Draws a studio set: a painted wall with an arch, a marble slab, one branch of leaves. */
export function table(stage: Stage): GroundSetting {
  const random = stage.random.fork('table');
  const { palette, width, height, unit } = stage;
  const edge = height * PLINTH_Y;
  const wall = mix(palette.skyMid, palette.skyLow, 0.35);
  const side = stage.heroX > width / 2 ? -1 : 1;
  const backdrop = vertical(0, edge, [
    [0, mix(wall, palette.skyTop, 0.55)],
    [1, lighten(wall, 0.05)],
  ]);
  const spot = radial([stage.heroX, edge - unit * 0.35], unit * 0.8, [
    [0, palette.light, 0.6],
    [1, palette.light, 0],
  ]);
  const radius = unit * 0.29;
  const archX = stage.heroX + side * unit * 0.06;
  const spring = edge - unit * 0.42;
  const arch = `M${n(archX - radius)} ${n(edge)}V${n(spring)}a${n(radius)} ${n(radius)} 0 0 1 ${n(2 * radius)} 0V${n(edge)}z`;
  const inner = mix(palette.far, palette.accent, 0.25);
  const disc = circle(
    [stage.heroX + side * unit * 0.3, edge - unit * 0.5],
    unit * 0.13,
    palette.accent,
    0.75,
  );
  return {
    back: [
      rect([0, 0], [width, height], backdrop),
      rect([0, 0], [width, height], spot),
      disc,
      path(
        arch,
        vertical(spring - radius, edge, [
          [0, lighten(inner, -0.05)],
          [1, lighten(inner, 0.1)],
        ]),
      ),
      branch(stage, stage.heroX + side * unit * 0.42, edge, side),
      slab(stage, edge),
      plinth(stage, edge),
    ].join(''),
    front: branchShadow(stage, edge, random.between(0.1, 0.2)),
    footing: () => edge + unit * 0.02,
    indoors: true,
  };
}

function slab(stage: Stage, edge: number): string {
  const random = stage.random.fork('marble');
  const { palette, width, height, unit } = stage;
  const stone = stage.palette.dark
    ? mix('#efebe6', palette.near, 0.5)
    : mix('#f5f2ee', palette.skyLow, 0.25);
  const vein = mix(stone, palette.near, 0.45);
  let thin = '';
  let wide = '';
  for (let index = 0; index < 13; index += 1) {
    let x = width * random.between(-0.1, 1);
    let y = edge + (height - edge) * random.between(0, 0.5);
    let d = `M${n(x)} ${n(y)}`;
    for (let step = 0; step < 5; step += 1) {
      x += unit * random.between(0.03, 0.14);
      y += unit * random.between(-0.012, 0.04);
      d += `T${n(x)} ${n(y)}`;
    }
    if (index % 3 === 0) wide += d;
    else thin += d;
  }
  const top = vertical(edge, height, [
    [0, lighten(stone, -0.05)],
    [0.25, stone],
    [1, mix(stone, palette.near, 0.28)],
  ]);
  const d = `M0 ${n(edge)}H${n(width)}V${n(height)}H0z`;
  return (
    path(d, top) + stroke(wide, vein, unit * 0.006, 0.22) + stroke(thin, vein, unit * 0.0022, 0.4)
  );
}

/** Draws the round block under the product. */
function plinth(stage: Stage, edge: number): string {
  const { palette, unit } = stage;
  const x = stage.heroX;
  const [rx, ry, tall] = [unit * 0.24, unit * 0.045, unit * 0.07];
  const stone = mix(palette.skyLow, palette.accent, 0.22);
  const y = edge + unit * 0.02;
  const body = `M${n(x - rx)} ${n(y)}v${n(tall)}a${n(rx)} ${n(ry)} 0 0 0 ${n(2 * rx)} 0v${n(-tall)}z`;
  return [
    ellipse([x + unit * 0.04, y + tall + unit * 0.008], rx * 1.14, ry * 1.15, palette.ink, 0.2),
    path(body, mix(stone, palette.near, 0.22)),
    ellipse([x, y], rx, ry, lighten(stone, 0.04)),
  ].join('');
}

function branch(stage: Stage, x: number, edge: number, side: number): string {
  const random = stage.random.fork('branch');
  const { unit, palette } = stage;
  const colour = mix(palette.near, palette.ink, 0.2);
  let d = '';
  for (let index = 0; index < 9; index += 1) {
    const t = index / 8;
    const px = x + side * unit * 0.16 * t * t;
    const py = edge - unit * (0.04 + 0.5 * t);
    const long = unit * random.between(0.075, 0.11) * (1.15 - 0.5 * t);
    const way = index % 2 === 0 ? 1 : -1;
    d += `M${n(px)} ${n(py)}q${n(way * long * 0.35)} ${n(-long * 0.6)} ${n(way * long)} ${n(-long * 0.45)}q${n(-way * long * 0.3)} ${n(long * 0.55)} ${n(-way * long)} ${n(long * 0.45)}z`;
  }
  const stem = `M${n(x)} ${n(edge)}Q${n(x)} ${n(edge - unit * 0.3)} ${n(x + side * unit * 0.17)} ${n(edge - unit * 0.56)}`;
  return stroke(stem, colour, unit * 0.005) + path(d, colour);
}

const branchShadow = (stage: Stage, edge: number, reach: number): string =>
  rect([0, edge], [stage.width, stage.unit * 0.008], stage.palette.ink, 0, reach);
