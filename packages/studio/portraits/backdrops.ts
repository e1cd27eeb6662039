import { lighten, mix, toLab } from '../picture/colour.js';
import { createRandom } from '../picture/random.js';
import { circle, group, path, radial, rect, vertical } from '../picture/svg.js';
import { LANDSCAPES } from './landscapes.js';
import { HEIGHT, soft, whole, WIDTH } from './markup.js';
import type { BackdropName } from './styles.js';

const studio = (wall: string): string =>
  whole(
    vertical(0, HEIGHT, [
      [0, lighten(wall, 0.04)],
      [1, lighten(wall, -0.08)],
    ]),
  ) +
  circle(
    [430, 470],
    620,
    radial([430, 470], 620, [
      [0, lighten(wall, 0.12), 0.95],
      [1, lighten(wall, 0.12), 0],
    ]),
  );

/** Draws two rows of houses that recede into the background. */
const street = (wall: string): string => {
  const house = (x: number, width: number, top: number, colour: string) => {
    const windows = [0, 1, 2, 3].flatMap((row) =>
      [0.2, 0.62].map(
        (at) =>
          rect(
            [x + width * at, top + 90 + row * 210],
            [width * 0.2, 110],
            mix(colour, '#2d3a55', 0.55),
            6,
          ) +
          rect([x + width * at - 12, top + 90 + row * 210], [12, 110], lighten(colour, -0.12)) +
          rect([x + width * (at + 0.2), top + 90 + row * 210], [12, 110], lighten(colour, -0.12)),
      ),
    );
    return (
      rect([x, top], [width, HEIGHT], colour) +
      rect([x - 8, top - 22], [width + 16, 26], lighten(colour, -0.12)) +
      windows.join('')
    );
  };
  return (
    whole(
      vertical(0, 900, [
        [0, '#8fc4e0'],
        [1, '#fdf0d5'],
      ]),
    ) +
    soft(
      'far',
      7,
      house(330, 190, 330, mix(wall, '#fdf0d5', 0.5)) +
        house(520, 180, 260, mix(wall, '#d9b48a', 0.55)) +
        house(-40, 270, 60, wall) +
        house(220, 150, 210, lighten(wall, 0.1)) +
        house(690, 170, 150, lighten(wall, 0.06)) +
        house(840, 240, 20, mix(wall, '#8a5a6a', 0.3)) +
        path(`M0 ${HEIGHT}L420 980H600L${WIDTH} ${HEIGHT}Z`, '#c9b8a4'),
    )
  );
};

/** Draws a street in the evening, with lights out of focus. */
const night = (wall: string): string => {
  const random = createRandom('lights');
  const lights = Array.from({ length: 34 }, () => {
    const at = [random.between(0, WIDTH), random.between(120, 980)] as const;
    const colour = random.pick(['#ffd27a', '#ff9e5e', '#f7e3b0', '#ff6f7d', '#7fd0e8']);
    return circle(at, random.between(16, 58), colour, random.between(0.18, 0.5));
  });
  return (
    whole(
      vertical(0, HEIGHT, [
        [0, lighten(wall, -0.1)],
        [0.5, wall],
        [1, mix(wall, '#c0607a', 0.4)],
      ]),
    ) +
    soft(
      'far',
      10,
      rect([0, 300], [180, 1000], lighten(wall, -0.07)) +
        rect([200, 420], [140, 900], lighten(wall, 0.03)) +
        rect([700, 380], [130, 900], lighten(wall, 0.02)) +
        rect([840, 220], [200, 1100], lighten(wall, -0.06)),
    ) +
    lights.join('')
  );
};

/** Draws a window with a view, a shelf and a plant. */
const office = (wall: string): string => {
  // A dark wall means that it is evening.
  const dusk = toLab(wall)[0] < 0.55;
  const glass = dusk
    ? vertical(0, 900, [
        [0, '#39406e'],
        [0.6, '#a86f8e'],
        [1, '#f0a878'],
      ])
    : vertical(0, 900, [
        [0, '#cfe6f2'],
        [1, '#f7fbfb'],
      ]);
  const frame = lighten(wall, dusk ? 0.08 : -0.12);
  const leaf = (turn: number, length: number) =>
    `<g transform="translate(930 1010) rotate(${turn})">${path(`M0 0C-34 -${length * 0.4} -26 -${length * 0.8} 0 -${length}C26 -${length * 0.8} 34 -${length * 0.4} 0 0Z`, turn % 20 === 0 ? '#4c8a63' : '#3a7353')}</g>`;
  const books = [0, 1, 2].flatMap((row) =>
    ['#c8664f', '#3f6f8f', '#e0b25a', '#6a8f6b', '#8a5f86', '#d9d2c4'].map((colour, at) =>
      rect(
        [24 + at * 36, 330 + row * 230 + (at % 3) * 16],
        [30, 150 - (at % 3) * 16],
        mix(colour, wall, 0.35),
      ),
    ),
  );
  return (
    whole(
      vertical(0, HEIGHT, [
        [0, lighten(wall, 0.04)],
        [1, lighten(wall, -0.05)],
      ]),
    ) +
    soft(
      'far',
      7,
      rect([300, 90], [640, 760], frame) +
        rect([320, 110], [600, 720], glass) +
        [380, 470, 600, 700, 810]
          .map((x, at) =>
            rect(
              [x, 560 - (at % 3) * 90],
              [80, 280 + (at % 3) * 90],
              dusk ? '#4a3f68' : '#b4cbd8',
              0,
              0.7,
            ),
          )
          .join('') +
        rect([612, 110], [16, 720], frame) +
        rect([320, 440], [600, 12], frame) +
        books.join('') +
        [490, 720, 950].map((y) => rect([0, y - 8], [256, 14], lighten(wall, -0.18))).join('') +
        [-50, -28, -8, 10, 32, 54].map((turn, at) => leaf(turn, 250 + (at % 2) * 70)).join('') +
        path('M870 1000H990L972 1160H888Z', '#c7805c'),
    )
  );
};

const BACKDROPS = { studio, street, night, office, ...LANDSCAPES } satisfies Record<
  BackdropName,
  (wall: string) => string
>;

/** Draws the background behind the person, in one main colour. */
export const drawBackdrop = (name: BackdropName, wall: string): string =>
  group('translate(-51 -64) scale(1.1)', BACKDROPS[name](wall));
