import { lighten, mix } from '../picture/colour.js';
import { circle, ellipse, path, radial, rect, stroke, vertical } from '../picture/svg.js';
import { HEIGHT, soft, whole, WIDTH } from './markup.js';
import type { BackdropName } from './styles.js';

const sea = (wall: string): string =>
  whole(
    vertical(0, 820, [
      [0, lighten(wall, -0.04)],
      [1, lighten(wall, 0.14)],
    ]),
  ) +
  soft(
    'far',
    8,
    ellipse([180, 240], 330, 80, '#ffffff', 0.4) +
      ellipse([820, 380], 380, 70, '#ffffff', 0.36) +
      ellipse([640, 120], 300, 60, lighten(wall, -0.08), 0.5) +
      path('M640 760L760 690L880 730L1040 650V800H640Z', mix(wall, '#3d5160', 0.6)) +
      rect(
        [0, 760],
        [WIDTH, 520],
        vertical(760, HEIGHT, [
          [0, '#7d9aa8'],
          [1, '#31586c'],
        ]),
      ) +
      stroke('M40 840H300M500 900H900M120 980H420M620 1060H1000M20 1120H260', '#d7e6ea', 8, 0.55),
  );

const dunes = (wall: string): string =>
  whole(
    vertical(0, 900, [
      [0, '#6f6aa8'],
      [0.45, '#e58f86'],
      [1, '#ffd9a0'],
    ]),
  ) +
  circle([770, 520], 90, '#fff0c8', 0.95) +
  circle(
    [770, 520],
    300,
    radial([770, 520], 300, [
      [0, '#ffe6b0', 0.7],
      [1, '#ffe6b0', 0],
    ]),
  ) +
  soft(
    'far',
    6,
    path(
      `M0 700C160 620 300 640 460 710C640 620 840 620 ${WIDTH} 720V${HEIGHT}H0Z`,
      mix(wall, '#c9788a', 0.4),
    ) +
      path(`M0 840C260 720 440 800 620 860C760 800 900 780 ${WIDTH} 830V${HEIGHT}H0Z`, wall) +
      path(`M0 960C220 900 500 940 ${WIDTH} 990V${HEIGHT}H0Z`, lighten(wall, -0.1)),
  );

const mountains = (wall: string): string => {
  const tree = (x: number, base: number, size: number) =>
    path(
      `M${x} ${base - size}L${x + size * 0.3} ${base}H${x - size * 0.3}Z`,
      lighten(wall, -0.08 - 0.02 * (x % 3)),
    );
  return (
    whole(
      vertical(0, 800, [
        [0, '#6fb2d8'],
        [1, '#e8f3ea'],
      ]),
    ) +
    soft(
      'far',
      6,
      path(`M0 620L190 330L330 520L560 230L800 560L920 430L${WIDTH} 540V${HEIGHT}H0Z`, '#8ba7bf') +
        path('M190 330L236 392L196 420L150 392ZM560 230L640 340L570 372L500 306Z', '#f3f7f8', 0.9) +
        path(
          `M0 760C200 640 380 700 560 740C760 660 900 680 ${WIDTH} 700V${HEIGHT}H0Z`,
          mix(wall, '#8ba7bf', 0.35),
        ) +
        Array.from({ length: 19 }, (_, at) =>
          tree(at * 58 - 8, 930 + (at % 4) * 18, 210 + (at % 5) * 30),
        ).join('') +
        path(`M0 900C300 860 700 880 ${WIDTH} 910V${HEIGHT}H0Z`, lighten(wall, -0.1)),
    )
  );
};

export const LANDSCAPES = { sea, dunes, mountains } satisfies Partial<
  Record<BackdropName, (wall: string) => string>
>;
