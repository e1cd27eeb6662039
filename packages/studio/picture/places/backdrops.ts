import { lighten, mix } from '../colour.js';
import { snowColour, terrain } from '../palette.js';
import type { Random } from '../random.js';
import type { Stage } from '../stage.js';
import { n, path, polyline, type Point } from '../svg.js';
import type { Backdrop } from '../words.js';
import { city } from './city.js';
import { sampleAcross, fillBelow, misty, createRolling } from './ridge.js';
import { pineRow } from '../pines.js';

/** Draws one slope from the peak down to the foot, with ledges. */
function slope(random: Random, [x, y]: Point, [footX, footY]: Point): Point[] {
  const steps = 7;
  return Array.from({ length: steps + 1 }, (_, index) => {
    const t = index / steps;
    const wobble = index === 0 || index === steps ? 0 : random.between(-0.05, 0.05);
    return [x + (footX - x) * (t + wobble), y + (footY - y) * (t - wobble * 0.6)] as const;
  });
}

function peak(stage: Stage, random: Random, at: Point, spread: number, nearness: number): string {
  const { palette, horizon } = stage;
  const foot = horizon + stage.unit * 0.06;
  const left = slope(random, at, [at[0] - spread * random.between(0.85, 1.2), foot]);
  const right = slope(random, at, [at[0] + spread * random.between(0.85, 1.2), foot]);
  const body = terrain(palette, nearness);
  const paint = misty(at[1], foot, body, mix(body, palette.skyLow, 0.55));
  const outline = [...left.toReversed(), ...right];
  const shadeLeft = stage.sun.at[0] > at[0];
  const spine = slope(random, at, [at[0] + spread * random.between(-0.2, 0.2), foot]);
  const shaded = [...(shadeLeft ? left : right), ...spine.toReversed()];
  const shadow = misty(at[1], foot, lighten(body, -0.11), mix(body, palette.skyLow, 0.5));
  const cap = [...left.slice(0, 3).toReversed(), ...right.slice(0, 3)];
  const [first, last] = [cap[0] ?? at, cap.at(-1) ?? at];
  const teeth = Array.from({ length: 7 }, (_, index) => {
    const t = (index + 1) / 8;
    const drop = (index % 2 === 0 ? -0.12 : 0.16) * (foot - at[1]) * random.between(0.6, 1);
    return [last[0] + (first[0] - last[0]) * t, last[1] + (first[1] - last[1]) * t + drop] as const;
  });
  const snow = snowColour(palette, 1);
  return [
    path(`${polyline(outline)}z`, paint),
    path(`${polyline([...cap, ...teeth])}z`, snow, 0.92),
    path(`${polyline(shaded)}z`, shadow, 0.5),
  ].join('');
}

function mountains(stage: Stage): string {
  const random = stage.random.fork('mountains');
  const layers = [0.12, 0.34].map((nearness, layer) => {
    const count = Math.max(3, Math.round(stage.width / (stage.unit * (0.34 + 0.1 * layer))));
    return Array.from({ length: count }, (_, index) => {
      const x = ((index + random.between(0.15, 0.85)) / count) * stage.width;
      const rise = stage.horizon * random.between(0.24, 0.5) * (layer === 0 ? 1.12 : 0.72);
      const top: Point = [x, stage.horizon - rise];
      return { rise, svg: peak(stage, random, top, rise * random.between(0.85, 1.25), nearness) };
    })
      .toSorted((one, other) => other.rise - one.rise)
      .map(({ svg }) => svg)
      .join('');
  });
  return layers.join('');
}

function hills(stage: Stage): string {
  const random = stage.random.fork('hills');
  return [0.05, 0.2, 0.36]
    .map((nearness, layer) => {
      const roll = createRolling(random, stage.width, 1.1 + 0.5 * layer);
      const height = stage.unit * (0.13 - 0.03 * layer);
      const base = stage.horizon - stage.unit * (0.09 - 0.04 * layer);
      const points = sampleAcross(stage, (x) => base - height * roll(x) * 0.8);
      const colour = terrain(stage.palette, nearness);
      const foot = mix(colour, stage.palette.skyLow, 0.4);
      return fillBelow(
        points,
        stage.height,
        misty(base - height, stage.horizon + 40, colour, foot),
      );
    })
    .join('');
}

function forest(stage: Stage): string {
  const random = stage.random.fork('forest');
  return [0.14, 0.34, 0.56]
    .map((nearness, layer) => {
      const colour = terrain(stage.palette, nearness);
      const base = stage.horizon + stage.unit * (0.02 + 0.035 * layer);
      const roll = createRolling(random, stage.width, 1.4);
      const rise = stage.unit * (0.1 - 0.02 * layer);
      const line = (x: number) => base - rise * roll(x) * 0.6 - stage.unit * 0.05 * (2 - layer);
      const paint = misty(
        base - stage.unit * 0.3,
        base + stage.unit * 0.08,
        colour,
        mix(colour, stage.palette.skyLow, 0.5),
      );
      const trees = pineRow(stage, random, line, stage.unit * (0.1 + 0.045 * layer));
      return path(`${trees}${polyline(sampleAcross(stage, line))}V${n(stage.height)}H0z`, paint);
    })
    .join('');
}

function mesas(stage: Stage): string {
  const random = stage.random.fork('mesas');
  return [0.1, 0.3]
    .map((nearness, layer) => {
      const colour = mix(
        terrain(stage.palette, nearness),
        '#b5563a',
        stage.palette.dark ? 0.18 : 0.3,
      );
      const points: Point[] = [[0, stage.horizon]];
      let x = stage.width * random.between(-0.05, 0.15);
      while (x < stage.width) {
        const wide = stage.unit * random.between(0.14, 0.34);
        const top = stage.horizon - stage.unit * random.between(0.08, 0.24) * (1 - 0.35 * layer);
        const step = (stage.horizon - top) * 0.45;
        points.push([x, stage.horizon], [x + wide * 0.1, top + step], [x + wide * 0.13, top]);
        points.push(
          [x + wide * 0.82, top],
          [x + wide * 0.88, top + step],
          [x + wide, stage.horizon],
        );
        x += wide + stage.unit * random.between(0.04, 0.3);
      }
      points.push([stage.width + stage.unit, stage.horizon]);
      const foot = mix(colour, stage.palette.skyLow, 0.5);
      return fillBelow(
        points,
        stage.horizon + 60,
        misty(stage.horizon * 0.6, stage.horizon, colour, foot),
      );
    })
    .join('');
}

function pyramids(stage: Stage): string {
  const random = stage.random.fork('pyramids');
  return [0.62, 0.3, 0.86]
    .map((place, index) => {
      const x = stage.width * (place + random.between(-0.06, 0.06));
      const rise = stage.unit * [0.3, 0.22, 0.15][index]!;
      const top: Point = [x, stage.horizon - rise];
      const bend = x + rise * (stage.sun.at[0] > x ? -0.3 : 0.3);
      const edge = x + rise * (stage.sun.at[0] > x ? -1.1 : 1.1);
      const colour = mix(terrain(stage.palette, 0.2 + 0.1 * index), '#d9a860', 0.4);
      const y = stage.horizon + 4;
      return (
        path(`${polyline([top, [x + rise * 1.1, y], [x - rise * 1.1, y]])}z`, colour) +
        path(`${polyline([top, [edge, y], [bend, y]])}z`, lighten(colour, -0.14))
      );
    })
    .join('');
}

/** Everything that can be drawn at the horizon, farthest kinds first. */
export const BACKDROPS: Readonly<Record<Backdrop, (stage: Stage) => string>> = {
  mountains,
  pyramids,
  mesas,
  hills,
  city,
  forest,
};
