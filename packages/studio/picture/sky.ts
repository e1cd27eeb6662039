import { lighten, mix } from './colour.js';
import type { Stage } from './stage.js';
import { circle, dots, n, path, radial, rect, stroke, vertical } from './svg.js';

function stars(stage: Stage): string {
  const random = stage.random.fork('stars');
  const amount = Math.round((stage.width * stage.horizon) / 2600);
  const sizes = [0.7, 1.1, 1.8].map((size, index) => {
    const count = Math.round(amount / 4 ** index);
    const field = Array.from({ length: count }, () => {
      // The exponent puts fewer stars towards the bright horizon.
      const y = stage.horizon * random.next() ** 1.6;
      return [random.between(0, stage.width), y, size * random.between(0.7, 1.2)] as const;
    });
    return path(dots(field), stage.palette.light, 0.55 + 0.2 * index);
  });
  return sizes.join('');
}

function moon(x: number, y: number, radius: number, stage: Stage): string {
  const shade = mix(stage.palette.light, stage.palette.skyMid, 0.28);
  const craters = [
    [x - radius * 0.3, y - radius * 0.25, radius * 0.2],
    [x + radius * 0.32, y + radius * 0.1, radius * 0.27],
    [x - radius * 0.12, y + radius * 0.45, radius * 0.14],
    [x + radius * 0.1, y - radius * 0.55, radius * 0.1],
  ] as const;
  return circle([x, y], radius, stage.palette.light) + path(dots(craters), shade, 0.55);
}

/** Draws the sun, or the requested number of moons, with halo rings like a screen print. */
function celestial(stage: Stage): string {
  const { palette, brief } = stage;
  const [x, y] = stage.sun.at;
  const { radius } = stage.sun;
  const reach = radius * (brief.light === 'day' ? 4.2 : 3.4);
  const glow = radial([x, y], reach, [
    [0, palette.light, 0.75],
    [0.35, mix(palette.light, palette.skyLow, 0.5), 0.3],
    [1, palette.skyLow, 0],
  ]);
  const halo =
    circle([x, y], reach, glow) +
    circle([x, y], radius * 1.75, palette.light, 0.1) +
    circle([x, y], radius * 1.35, palette.light, 0.14);
  if (brief.light !== 'night' && !brief.words.has('moon')) {
    return halo + circle([x, y], radius, palette.light);
  }
  const others = Array.from({ length: brief.moons - 1 }, (_, index) => {
    const side = x < stage.width / 2 ? 1 : -1;
    const away = radius * (2.6 + 1.9 * index) * side;
    return moon(x + away, y - radius * (0.9 - 1.5 * index), radius * (0.55 - 0.15 * index), stage);
  });
  return halo + moon(x, y, radius, stage) + others.join('');
}

/** Draws a flat-bottomed cloud: a bar, and a few discs that it cuts off. */
function cloud(x: number, y: number, size: number, stage: Stage, seed: string): string {
  const random = stage.random.fork(seed);
  const lift = size * 0.16;
  const bumps = Array.from({ length: 4 }, (_, index) => {
    const r = size * random.between(0.13, 0.24) * (index === 1 || index === 2 ? 1.25 : 0.8);
    const cx = x + size * (0.18 + 0.22 * index);
    return `M${n(cx - r)} ${n(y)}a${n(r)} ${n(r)} 0 0 1 ${n(2 * r)} 0z`;
  });
  const bar = `M${n(x)} ${n(y)}h${n(size)}a${n(lift / 2)} ${n(lift / 2)} 0 0 1 0 ${n(lift / 2)}h${n(-size)}a${n(lift / 2)} ${n(lift / 2)} 0 0 1 0 ${n(-lift / 2)}z`;
  const top = mix(stage.palette.skyLow, stage.palette.light, 0.6);
  const paint = vertical(y - size * 0.3, y + lift, [
    [0, top, stage.palette.dark ? 0.5 : 0.95],
    [1, mix(top, stage.palette.skyMid, 0.45), stage.palette.dark ? 0.2 : 0.6],
  ]);
  return path(bumps.join('') + bar, paint);
}

function clouds(stage: Stage): string {
  const random = stage.random.fork('clouds');
  const heavy = ['clouds', 'rain', 'storm'].some((word) => stage.brief.weather.has(word as 'rain'));
  const clear = stage.brief.light === 'night' && !heavy;
  const count = heavy ? 8 : clear ? 0 : random.whole(2, 4);
  return Array.from({ length: count }, (_, index) => {
    const depth = random.between(0.12, 0.85);
    const size = stage.unit * random.between(0.16, 0.42) * (1.25 - depth * 0.7);
    const x = random.between(-size * 0.4, stage.width - size * 0.4);
    return cloud(x, stage.horizon * depth, size, stage, `cloud ${index}`);
  }).join('');
}

function aurora(stage: Stage): string {
  const random = stage.random.fork('aurora');
  return ['#4df0a8', '#35c9e0', '#a66cf0']
    .map((colour, index) => {
      const base = stage.horizon * (0.62 - 0.14 * index);
      const lean = stage.width * random.between(-0.1, 0.1);
      const wave = (y: number) => {
        const step = stage.width / 4;
        const rise = stage.horizon * random.between(0.08, 0.16);
        return `${n(y)}C${n(step)} ${n(y - rise)} ${n(2 * step)} ${n(y + rise)} ${n(2.4 * step + lean)} ${n(y - rise / 2)}S${n(3.4 * step)} ${n(y + rise)} ${n(stage.width)} ${n(y - rise)}`;
      };
      const d = `M0 ${wave(base)}V${n(base - stage.horizon * 0.55)}H0z`;
      const fade = vertical(base - stage.horizon * 0.5, base + stage.horizon * 0.12, [
        [0, colour, 0],
        [0.75, colour, 0.34],
        [1, lighten(colour, 0.1), 0.62],
      ]);
      return path(d, fade);
    })
    .join('');
}

function bolt(stage: Stage): string {
  const random = stage.random.fork('bolt');
  let [x, y] = [stage.width * random.between(0.2, 0.8), 0];
  let d = `M${n(x)} 0`;
  while (y < stage.horizon * 0.92) {
    x += stage.unit * random.between(-0.06, 0.06);
    y += stage.horizon * random.between(0.07, 0.16);
    d += `L${n(x)} ${n(y)}`;
  }
  return stroke(d, stage.palette.light, 14, 0.18) + stroke(d, '#fffbe8', 4, 0.95);
}

/** Draws the lights that a prompt adds to a photograph's sky. */
export function drawSkyLights(stage: Stage): string {
  const { brief } = stage;
  return [
    brief.weather.has('stars') ? stars(stage) : '',
    brief.weather.has('aurora') ? aurora(stage) : '',
    brief.weather.has('storm') ? bolt(stage) : '',
    brief.words.has('moon') ? celestial(stage) : '',
  ].join('');
}

/** Draws everything behind the land: gradient, stars, sun or moons, clouds, aurora, lightning. */
export function drawSky(stage: Stage): string {
  const { palette, brief, horizon } = stage;
  const paint = vertical(0, horizon, [
    [0, palette.skyTop],
    [0.55, palette.skyMid],
    [1, palette.skyLow],
  ]);
  const starry =
    (brief.light === 'night' && !brief.weather.has('rain')) || brief.weather.has('stars');
  return [
    rect([0, 0], [stage.width, stage.height], paint),
    starry || brief.light === 'dusk' ? stars(stage) : '',
    brief.weather.has('aurora') ? aurora(stage) : '',
    brief.weather.has('storm') ? bolt(stage) : celestial(stage),
    clouds(stage),
  ].join('');
}
