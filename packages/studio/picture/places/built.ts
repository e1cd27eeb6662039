import { lighten, mix } from '../colour.js';
import { lit, snowColour, terrain } from '../palette.js';
import type { GroundSetting, Stage } from '../stage.js';
import { circle, group, n, path, radial, rect, stroke, vertical } from '../svg.js';
import { city } from './city.js';

/** Draws a quay in front of the skyline, whose wet ground mirrors the lights. */
export function street(stage: Stage): GroundSetting {
  const random = stage.random.fork('street');
  const { palette, horizon, height, unit, width } = stage;
  const depth = height - horizon;
  const edge = horizon + depth * 0.06;
  const wet = palette.dark || stage.brief.weather.has('rain');
  const top = mix(terrain(palette, 0.8), palette.skyLow, wet ? 0.12 : 0.3);
  const ground = vertical(edge, height, [
    [0, top],
    [1, wet ? palette.ink : mix(top, palette.near, 0.55)],
  ]);
  const mirror = wet ? group(`translate(0 ${n(2 * edge)}) scale(1 -0.8)`, city(stage), 0.16) : '';
  let ripples = '';
  for (let index = 0; index < 40; index += 1) {
    const t = random.next();
    const wide = unit * (0.01 + 0.05 * t);
    ripples += `M${n(random.between(0, width))} ${n(edge + depth * (0.12 + 0.85 * t))}h${n(wide)}`;
  }
  return {
    back: [
      rect([0, edge], [width, height - edge], ground),
      mirror,
      wet ? reflections(stage, edge) : '',
      stroke(ripples, lighten(top, 0.12), unit * 0.003, 0.4),
      rect([0, edge - unit * 0.012], [width, unit * 0.016], palette.near),
      lamps(stage, edge),
    ].join(''),
    front: '',
    footing: () => edge + depth * 0.5,
  };
}

const LAMPS = [0.07, 0.29, 0.71, 0.93] as const;

const lampLight = ({ palette }: Stage): string =>
  palette.dark ? mix(palette.light, palette.accent, 0.5) : palette.skyLow;

/** Draws long soft columns of coloured light on the wet ground, brightest under the lamps. */
function reflections(stage: Stage, edge: number): string {
  const random = stage.random.fork('reflections');
  const { palette, width, height, unit } = stage;
  const depth = height - edge;
  const column = (x: number, wide: number, colour: string, strength: number) => {
    const bottom = edge + depth * random.between(0.55, 0.95);
    const fade = vertical(edge, bottom, [
      [0, colour, strength],
      [1, colour, 0],
    ]);
    return rect([x - wide / 2, edge], [wide, bottom - edge], fade, wide / 2);
  };
  const colours = [palette.accent, palette.light, palette.skyLow];
  const windows = Array.from({ length: 26 }, () =>
    column(
      random.between(0, width),
      unit * random.between(0.008, 0.026),
      random.pick(colours),
      0.34,
    ),
  );
  const pools = LAMPS.map(
    (at) =>
      column(width * at + unit * 0.04, unit * 0.05, lampLight(stage), 0.5) +
      column(width * at + unit * 0.04, unit * 0.016, palette.light, 0.8),
  );
  return windows.join('') + pools.join('');
}

/** Draws street lamps; in the dark each has a cone of light and a halo. */
function lamps(stage: Stage, edge: number): string {
  const { unit, palette, width } = stage;
  const glow = lampLight(stage);
  return LAMPS.map((at) => {
    const x = width * at;
    const tall = unit * 0.24;
    const foot = edge + unit * 0.05;
    const head = foot - tall - unit * 0.03;
    const arm = `M${n(x)} ${n(foot)}v${n(-tall)}q0 ${n(-unit * 0.03)} ${n(unit * 0.035)} ${n(-unit * 0.03)}`;
    const shade = `M${n(x + unit * 0.02)} ${n(head)}h${n(unit * 0.04)}l${n(-unit * 0.008)} ${n(unit * 0.014)}h${n(-unit * 0.024)}z`;
    const cone = `M${n(x + unit * 0.03)} ${n(head + unit * 0.01)}h${n(unit * 0.02)}l${n(unit * 0.07)} ${n(tall)}h${n(-unit * 0.16)}z`;
    const beam = vertical(head, foot, [
      [0, glow, 0.5],
      [1, glow, 0],
    ]);
    const halo = radial([x + unit * 0.04, head], unit * 0.11, [
      [0, glow, 0.75],
      [1, glow, 0],
    ]);
    const light = palette.dark
      ? path(cone, beam) + circle([x + unit * 0.04, head], unit * 0.11, halo)
      : '';
    return light + stroke(arm, palette.ink, unit * 0.0065) + path(shade, lighten(glow, 0.06));
  }).join('');
}

/** Draws rows of half-round tiles on one slope that continues outside the picture. */
export function roof(stage: Stage): GroundSetting {
  const random = stage.random.fork('roof');
  const { palette, horizon, height, width, unit } = stage;
  const ridge = horizon + (height - horizon) * 0.42;
  const side = stage.heroX > width / 2 ? 1 : -1;
  const slope = 0.07 * side;
  const line = (x: number) => ridge + (stage.heroX - x) * slope;
  const base = lit(palette, stage.brief.tint ?? random.pick(['#c05c3e', '#a94f5c', '#b0685a']));
  const tile = unit * 0.058;
  let odd = '';
  let even = '';
  for (let row = 0; ridge + row * tile * 0.8 < height + unit * 0.2; row += 1) {
    for (let x = -tile - (row % 2) * tile * 0.5; x < width + tile; x += tile) {
      const y = line(x) + row * tile * 0.8;
      const scale = `M${n(x)} ${n(y)}v${n(tile * 0.5)}a${n(tile / 2)} ${n(tile * 0.42)} 0 0 0 ${n(tile)} 0v${n(-tile * 0.5)}z`;
      if (random.chance(0.5)) odd += scale;
      else even += scale;
    }
  }
  const slab = `M0 ${n(line(0))}L${n(width)} ${n(line(width))}V${n(height)}H0z`;
  const fade = vertical(ridge, height, [
    [0, palette.ink, 0],
    [1, palette.ink, 0.5],
  ]);
  const crest = `M0 ${n(line(0))}L${n(width)} ${n(line(width))}`;
  const cap = stage.brief.weather.has('snowfall') ? snowColour(palette, 1) : lighten(base, 0.1);
  return {
    back: [
      chimney(stage, width * (0.5 - side * 0.3), line, base),
      path(slab, lighten(base, -0.09)),
      path(odd, base),
      path(even, lighten(base, -0.045)),
      path(slab, fade),
      stroke(crest, cap, unit * 0.022),
      stroke(crest, lighten(base, -0.12), unit * 0.004, 0.6),
    ].join(''),
    front: '',
    footing: (x) => line(x) - unit * 0.008,
  };
}

function chimney(stage: Stage, x: number, line: (x: number) => number, base: string): string {
  const { unit, palette } = stage;
  const wide = unit * 0.1;
  const top = line(x) - unit * 0.2;
  const brick = mix(base, palette.ink, 0.35);
  const puff =
    stage.brief.light === 'day' ? palette.skyLow : mix(palette.skyMid, palette.light, 0.35);
  const smoke = `M${n(x + wide / 2)} ${n(top)}c${n(-unit * 0.06)} ${n(-unit * 0.08)} ${n(unit * 0.07)} ${n(-unit * 0.12)} ${n(unit * 0.01)} ${n(-unit * 0.24)}`;
  return [
    stroke(smoke, puff, unit * 0.022, 0.3),
    rect([x, top], [wide, unit * 0.3], brick),
    rect([x + wide * 0.62, top], [wide * 0.38, unit * 0.3], lighten(brick, -0.06)),
    rect(
      [x - wide * 0.1, top - unit * 0.012],
      [wide * 1.2, unit * 0.024],
      lighten(brick, 0.06),
      unit * 0.004,
    ),
  ].join('');
}
