import { lighten, mix } from '../colour.js';
import { terrain } from '../palette.js';
import type { Random } from '../random.js';
import type { GroundSetting, Stage } from '../stage.js';
import { dots, n, path, polyline, stroke } from '../svg.js';
import { pine, pineRow } from '../pines.js';
import { sampleAcross, fillBelow, createGentleGround, misty } from './ridge.js';

/** Draws blades of grass along the lower edge, as one path. */
function grass(stage: Stage, random: Random, count: number, height: number): string {
  let d = '';
  for (let index = 0; index < count; index += 1) {
    const x = (stage.width * (index + random.next())) / count;
    const tall = height * random.between(0.4, 1);
    const lean = tall * random.between(-0.45, 0.45);
    const y = stage.height + 4;
    const half = height * 0.05;
    d += `M${n(x - half)} ${n(y)}Q${n(x)} ${n(y - tall * 0.6)} ${n(x + lean)} ${n(y - tall)}Q${n(x + half)} ${n(y - tall * 0.5)} ${n(x + half)} ${n(y)}z`;
  }
  return d;
}

/** Draws three fields, flowers in the accent ink, and grass along the lower edge. */
export function meadow(stage: Stage): GroundSetting {
  const random = stage.random.fork('meadow');
  const { palette, horizon, height, unit } = stage;
  const depth = height - horizon;
  const fields = [0.5, 0.66, 0.8].map((nearness, layer) => {
    const line = createGentleGround(
      stage,
      random,
      horizon + depth * (0.1 + 0.2 * layer),
      unit * 0.045,
    );
    const colour = mix(terrain(palette, nearness), palette.skyLow, 0.14 - 0.05 * layer);
    const foot = mix(colour, palette.skyMid, 0.22);
    const paint = misty(
      horizon,
      horizon + depth * (0.5 + 0.25 * layer),
      lighten(colour, 0.03),
      foot,
    );
    return { line, svg: fillBelow(sampleAcross(stage, line), height, paint) };
  });
  const last = fields[2]?.line ?? (() => horizon + depth * 0.5);
  const blooms = Array.from({ length: 46 }, () => {
    const x = random.between(0, stage.width);
    const near = random.next();
    return [x, last(x) + depth * (0.06 + 0.44 * near), unit * (0.0016 + 0.0042 * near)] as const;
  });
  const blades = path(grass(stage, random, 90, unit * 0.1), palette.ink, 0.9);
  return {
    back: fields.map(({ svg }) => svg).join('') + path(dots(blooms), palette.accent, 0.85),
    front: blades,
    footing: (x) => last(x) + depth * 0.16,
  };
}

/** Draws dunes with lit crests; the sand keeps its own colour unless the picture has a tint. */
export function desert(stage: Stage): GroundSetting {
  const random = stage.random.fork('desert');
  const { palette, horizon, height, unit } = stage;
  const depth = height - horizon;
  const sand = palette.dark
    ? mix(palette.near, '#d9945c', 0.5)
    : mix(palette.skyLow, '#dd8f4f', 0.55);
  const tint = stage.brief.tint === null ? sand : mix(sand, palette.near, 0.45);
  const dunes = [0, 1, 2, 3].map((layer) => {
    const line = createGentleGround(
      stage,
      random,
      horizon + depth * (0.02 + 0.19 * layer),
      unit * (0.03 + 0.018 * layer),
    );
    const colour = mix(tint, palette.near, 0.04 + 0.1 * layer);
    const foot = mix(colour, palette.near, 0.34);
    const crest = polyline(sampleAcross(stage, (x) => line(x) + 1.5));
    return {
      line,
      svg:
        fillBelow(
          sampleAcross(stage, line),
          height,
          misty(horizon + depth * 0.16 * layer, height - depth * 0.1 * (3 - layer), colour, foot),
        ) + stroke(crest, lighten(colour, 0.1), unit * 0.003, 0.7),
    };
  });
  const last = dunes[2]?.line ?? (() => horizon + depth * 0.4);
  const ripples = Array.from({ length: 9 }, (_, index) => {
    const y = height - depth * (0.04 + 0.032 * index);
    const x = random.between(-0.1, 0.7) * stage.width;
    const wide = stage.width * random.between(0.15, 0.4);
    return `M${n(x)} ${n(y)}q${n(wide / 4)} ${n(-unit * 0.014)} ${n(wide / 2)} 0t${n(wide / 2)} 0`;
  });
  return {
    back: dunes.map(({ svg }) => svg).join(''),
    front: stroke(ripples.join(''), lighten(tint, -0.16), unit * 0.0026, 0.35),
    footing: (x) => last(x) + depth * 0.13,
  };
}

/** Draws a clearing framed by big dark trees. */
export function woodland(stage: Stage): GroundSetting {
  const random = stage.random.fork('woodland');
  const { palette, horizon, height, unit } = stage;
  const depth = height - horizon;
  const line = createGentleGround(stage, random, horizon + depth * 0.3, unit * 0.03);
  const floor = terrain(palette, 0.78);
  const ground = fillBelow(
    sampleAcross(stage, line),
    height,
    misty(horizon, height, mix(floor, palette.skyLow, 0.25), palette.ink),
  );
  const wings = [0, 0.06, 0.14, 0.2, 0.82, 0.9, 0.96, 1.02].map((at) => {
    const x = stage.width * (at + random.between(-0.02, 0.02));
    const edge = Math.abs(x / stage.width - 0.5);
    // The nearest trees are rooted below the picture, so their trunks are not visible.
    const foot = line(x) + depth * (0.2 + 1.1 * edge);
    return pine(x, foot, height * (0.34 + 0.75 * edge) * random.between(0.8, 1.1));
  });
  const back = pineRow(stage, random, (x) => line(x) + 6, unit * 0.24);
  return {
    back: path(back, mix(terrain(palette, 0.62), palette.skyLow, 0.08)) + ground,
    front:
      path(
        wings.join(''),
        misty(horizon * 0.3, height, mix(palette.ink, palette.near, 0.35), palette.ink),
      ) + path(grass(stage, random, 60, unit * 0.09), palette.ink),
    footing: (x) => line(x) + depth * 0.28,
  };
}
