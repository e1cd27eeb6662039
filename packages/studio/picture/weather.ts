import { mix } from './colour.js';
import type { Stage } from './stage.js';
import { circle, dots, n, path, radial, rect, stroke, vertical } from './svg.js';
import type { Weather } from './words.js';

function rain(stage: Stage): string {
  const random = stage.random.fork('rain');
  const { unit, width, height, palette } = stage;
  const drop = (count: number, long: number) => {
    let d = '';
    for (let index = 0; index < count; index += 1) {
      const size = unit * long * random.between(0.6, 1.3);
      d += `M${n(random.between(-0.1, 1.1) * width)} ${n(random.between(-0.05, 1) * height)}l${n(-size * 0.22)} ${n(size)}`;
    }
    return d;
  };
  let splashes = '';
  for (let index = 0; index < 40; index += 1) {
    const wide = unit * random.between(0.006, 0.016);
    splashes += `M${n(random.between(0, width))} ${n(stage.horizon + (height - stage.horizon) * random.between(0.25, 1))}q${n(wide / 2)} ${n(-wide * 0.7)} ${n(wide)} 0`;
  }
  const colour = mix(palette.skyLow, '#ffffff', 0.5);
  return (
    stroke(drop(190, 0.03), colour, unit * 0.0013, 0.4) +
    stroke(drop(90, 0.06), colour, unit * 0.0022, 0.42) +
    stroke(splashes, colour, unit * 0.0018, 0.5)
  );
}

function snowfall(stage: Stage): string {
  const random = stage.random.fork('snowfall');
  const flakes = (count: number, size: number) =>
    dots(
      Array.from({ length: count }, () => {
        const r = stage.unit * size * random.between(0.6, 1.3);
        return [random.between(0, stage.width), random.between(0, stage.height), r] as const;
      }),
    );
  return (
    path(flakes(170, 0.0016), '#ffffff', 0.75) +
    path(flakes(80, 0.0032), '#ffffff', 0.85) +
    path(flakes(22, 0.0062), '#ffffff', 0.7)
  );
}

/** Draws mist in front of the far land: wide soft lenses over a veil. */
function mist(stage: Stage): string {
  const random = stage.random.fork('mist');
  const { palette, horizon, width, unit } = stage;
  const colour = mix(palette.skyLow, '#ffffff', stage.palette.dark ? 0.08 : 0.4);
  const veil = vertical(horizon - unit * 0.32, horizon + unit * 0.22, [
    [0, colour, 0],
    [0.6, colour, 0.78],
    [1, colour, 0],
  ]);
  const lenses = Array.from({ length: 6 }, () => {
    const x = random.between(0, width);
    const y = horizon + unit * random.between(-0.16, 0.16);
    const reach = unit * random.between(0.3, 0.6);
    const soft = radial([x, y * 6], reach, [
      [0, colour, 0.6],
      [1, colour, 0],
    ]);
    return `<g transform="scale(1 ${1 / 6})">${circle([x, y * 6], reach, soft)}</g>`;
  });
  return rect([0, horizon - unit * 0.32], [width, unit * 0.54], veil) + lenses.join('');
}

/** Draws petals or leaves in the wind: small lens shapes with different rotations. */
function drifting(stage: Stage, colours: readonly [string, ...string[]], size: number): string {
  const random = stage.random.fork('drifting');
  return Array.from({ length: 46 }, () => {
    const long = stage.unit * size * random.between(0.5, 1.3);
    const x = random.between(0, stage.width);
    const y = random.between(0.1, 1) * stage.height;
    const petal = `M0 0Q${n(long / 2)} ${n(-long * 0.55)} ${n(long)} 0Q${n(long / 2)} ${n(long * 0.4)} 0 0z`;
    const turn = `translate(${n(x)} ${n(y)}) rotate(${random.whole(0, 360)})`;
    return `<g transform="${turn}">${path(petal, random.pick(colours), random.between(0.65, 1))}</g>`;
  }).join('');
}

function fireflies(stage: Stage): string {
  const random = stage.random.fork('fireflies');
  return Array.from({ length: 24 }, () => {
    const at = [random.between(0, stage.width), stage.height * random.between(0.35, 0.97)] as const;
    const r = stage.unit * random.between(0.0025, 0.005);
    const halo = radial(at, r * 5, [
      [0, '#ffe58a', 0.7],
      [1, '#ffe58a', 0],
    ]);
    return circle(at, r * 5, halo) + circle(at, r, '#fff6c9');
  }).join('');
}

/** Draws weather in front of the land but behind the subjects. */
export const drawHaze = (stage: Stage): string =>
  stage.brief.weather.has('mist') ? mist(stage) : '';

const FRONT: Partial<Record<Weather, (stage: Stage) => string>> = {
  rain,
  storm: rain,
  snowfall,
  petals: (stage) => drifting(stage, ['#f8b9cb', '#fde3ea', '#f494b0'], 0.014),
  leaves: (stage) => drifting(stage, ['#d9622b', '#e8a33b', '#9c3f22'], 0.022),
  fireflies,
};

/** Draws falling or floating particles in front of everything. */
export function drawWeather(stage: Stage): string {
  if (stage.brief.ground === 'table') return '';
  return [...stage.brief.weather].map((kind) => FRONT[kind]?.(stage) ?? '').join('');
}
