import { lighten, mix } from '../colour.js';
import { terrain } from '../palette.js';
import type { Random } from '../random.js';
import type { GroundSetting, Stage } from '../stage.js';
import { dots, group, n, path, rect, stroke, vertical } from '../svg.js';
import { sampleAcross, fillBelow, misty, createRolling } from './ridge.js';

/** Draws horizontal dashes: wide near the viewer, dense and bright under the light. */
function glints(stage: Stage, random: Random, bottom: number): string {
  const { horizon, unit, palette } = stage;
  const [sunX] = stage.sun.at;
  let near = '';
  let far = '';
  for (let index = 0; index < 78; index += 1) {
    const t = random.next() ** 1.4;
    const y = horizon + 4 + (bottom - horizon) * t;
    const spread = stage.sun.radius * (0.75 + 1.5 * t);
    const underSun = index % 5 < 3;
    const x = underSun ? sunX + random.between(-1, 1) * spread : random.between(0, stage.width);
    const wide = unit * (0.012 + 0.075 * t) * random.between(0.5, 1.4);
    const dash = `M${n(x - wide)} ${n(y)}h${n(2 * wide)}`;
    if (underSun) near += dash;
    else far += dash;
  }
  return (
    stroke(far, lighten(palette.skyMid, 0.08), unit * 0.003, 0.4) +
    stroke(near, palette.light, unit * 0.0048, 0.72)
  );
}

function surface(stage: Stage, bottom: number): string {
  const { palette, horizon } = stage;
  const deep = mix(palette.near, palette.skyTop, 0.4);
  const paint = vertical(horizon, bottom, [
    [0, mix(palette.skyLow, palette.skyMid, 0.35)],
    [0.3, mix(palette.skyMid, deep, 0.4)],
    [1, deep],
  ]);
  return rect([0, horizon], [stage.width, stage.height - horizon], paint);
}

/** Draws scalloped wave crests in rows that grow towards the viewer. */
function waves(stage: Stage, random: Random): string {
  const { palette, horizon, height, unit } = stage;
  const depth = height - horizon;
  return [0.6, 0.74, 0.9]
    .map((at, row) => {
      const long = unit * (0.1 + 0.05 * row);
      const tall = long * 0.16;
      let d = `M${n(-long * random.next())} ${n(horizon + depth * at)}`;
      for (let x = -long; x < stage.width + long; x += long)
        d += `q${n(long * 0.3)} ${n(-tall)} ${n(long * 0.5)} 0t${n(long * 0.5)} 0`;
      const colour = mix(
        mix(palette.near, palette.skyTop, 0.32 - 0.1 * row),
        palette.ink,
        0.16 * row,
      );
      return (
        path(`${d}V${n(height)}H${n(-long)}z`, colour, 0.62) +
        stroke(d, lighten(colour, 0.16), unit * 0.0035, 0.55)
      );
    })
    .join('');
}

/** Draws open water up to the lower edge; boats float a third of the way down. */
export function sea(stage: Stage): GroundSetting {
  const random = stage.random.fork('sea');
  const { horizon, height, unit } = stage;
  return {
    back: surface(stage, height) + glints(stage, random, height),
    front: waves(stage, random.fork('waves')),
    footing: () => horizon + Math.max((height - horizon) * 0.3, unit * 0.1),
  };
}

/** Draws still water that mirrors the horizon, with a bank in front. */
export function lake(stage: Stage, backdrop: string): GroundSetting {
  const random = stage.random.fork('lake');
  const { palette, horizon, height, unit } = stage;
  const depth = height - horizon;
  const roll = createRolling(random, stage.width, 0.7);
  // Raises the bank under the subject, so that the subject is never in the water.
  const line = (x: number) => {
    const away = (x - stage.heroX) / (stage.width * 0.3);
    return height - depth * 0.2 - unit * 0.03 * roll(x) - depth * 0.16 * Math.exp(-(away ** 2));
  };
  const mirror = group(`translate(0 ${n(2 * horizon)}) scale(1 -1)`, backdrop, 0.42);
  const far = path(`M0 ${n(horizon - 3)}H${n(stage.width)}v6H0z`, terrain(palette, 0.5), 0.5);
  const bank = misty(height - depth * 0.4, height, terrain(palette, 0.82), palette.ink);
  let reeds = '';
  for (let index = 0; index < 38; index += 1) {
    const side = random.chance(0.5) ? random.between(0, 0.22) : random.between(0.78, 1);
    const x = stage.width * side;
    const tall = unit * random.between(0.06, 0.17);
    reeds += `M${n(x)} ${n(line(x) + unit * 0.03)}q${n(tall * 0.04)} ${n(-tall * 0.6)} ${n(tall * random.between(-0.25, 0.25))} ${n(-tall)}`;
  }
  const blooms = Array.from({ length: 26 }, () => {
    const x = random.between(0, stage.width);
    return [x, line(x) + depth * random.between(0.05, 0.16), unit * 0.005] as const;
  });
  return {
    back:
      surface(stage, height) +
      mirror +
      far +
      glints(stage, random, height) +
      fillBelow(sampleAcross(stage, line), height, bank),
    front: stroke(reeds, palette.ink, unit * 0.0042) + path(dots(blooms), palette.accent, 0.8),
    footing: (x) => line(x) + depth * 0.07,
  };
}

/** Draws a strip of water, foam, and sand for the subjects. */
export function beach(stage: Stage): GroundSetting {
  const random = stage.random.fork('beach');
  const { palette, horizon, height, unit } = stage;
  const depth = height - horizon;
  const roll = createRolling(random, stage.width, 0.9);
  const line = (x: number) => horizon + depth * 0.46 - unit * 0.035 * roll(x);
  const sand = palette.dark
    ? mix(palette.near, '#d8b184', 0.42)
    : mix(palette.skyLow, '#e3b778', 0.55);
  const foam = sampleAcross(stage, (x) => line(x) - unit * 0.012);
  return {
    back: [
      surface(stage, horizon + depth * 0.6),
      glints(stage, random, horizon + depth * 0.45),
      fillBelow(foam, height, lighten(palette.skyLow, 0.05)),
      fillBelow(
        sampleAcross(stage, line),
        height,
        misty(horizon + depth * 0.4, height, lighten(sand, -0.05), mix(sand, palette.near, 0.25)),
      ),
      fillBelow(
        sampleAcross(stage, (x) => line(x) + unit * 0.03),
        height,
        misty(horizon + depth * 0.45, height, sand, mix(sand, palette.near, 0.3)),
      ),
    ].join(''),
    front: '',
    footing: (x) => line(x) + depth * 0.2,
  };
}
