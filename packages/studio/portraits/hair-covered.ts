import { path, stroke } from '../picture/svg.js';
import { flow, mirrored, type DrawHair } from './strands.js';
import type { HairStyle } from './styles.js';
import { clothTones } from './tones.js';

/** Draws a knitted cap in dark red, with hair visible at the temples. */
const cap: DrawHair = (ink) => {
  const wool = clothTones('#8d2f35');
  const dome = 'M-170 420C-184 300 -112 214 0 212C112 214 184 300 170 420Q0 372 -170 420Z';
  const band =
    'M-176 384Q0 330 176 384C186 410 186 440 180 464Q0 410 -180 464C-186 440 -186 410 -176 384Z';
  const ribs = Array.from({ length: 15 }, (_, at) => {
    const x = (at - 7) * 24;
    const rise = 0.0016 * x * x;
    return `M${x} ${358 + rise}Q${x * 1.03} ${398 + rise} ${x * 1.02} ${424 + rise}`;
  });
  const rows = [-120, -72, -24, 24, 72, 120].map(
    (x) => `M${x * 0.42} 228Q${x * 1.15} 290 ${x * 1.1} ${366 + 0.0014 * x * x}`,
  );
  return {
    back: '',
    front:
      mirrored(
        path('M-168 440C-170 490 -166 540 -148 590C-138 560 -140 500 -138 440Z', ink.base) +
          flow(
            ink,
            [-162, 450, -164, 490, -160, 540, -150, 580],
            [-142, 450, -142, 500, -142, 540, -147, 580],
            4,
          ),
      ) +
      path(dome, wool.base) +
      path(
        'M40 216C130 240 180 310 170 420Q120 396 70 388C110 330 90 260 40 216Z',
        wool.shade,
        0.8,
      ) +
      stroke(rows.join(''), wool.deep, 5, 0.4) +
      path(band, wool.light) +
      path('M90 352Q140 366 176 384C186 410 186 440 180 464Q140 446 96 436Z', wool.base, 0.9) +
      stroke(ribs.join(''), wool.deep, 5, 0.45),
    shadow: 'M-170 480Q0 426 170 480V300H-170Z',
  };
};

/** Draws a headscarf in dusty rose, draped over the shoulders. */
const scarf: DrawHair = () => {
  const silk = clothTones('#c98a8f');
  const cloth =
    'M0 250C-148 246 -208 346 -206 500C-206 630 -186 720 -150 780C-250 830 -330 870 -352 980C-250 1070 -110 1110 0 1120C110 1110 250 1070 352 980C330 870 250 830 150 780C186 720 206 630 206 500C208 346 148 246 0 250Z' +
    'M-129 520C-134 400 -74 350 0 350C74 350 134 400 129 520C124 620 92 700 0 742C-92 700 -124 620 -129 520Z';
  return {
    back: path(
      'M0 256C-140 256 -200 350 -200 500C-200 640 -176 720 -150 860H150C176 720 200 640 200 500C200 350 140 256 0 256Z',
      silk.deep,
    ),
    front:
      path(cloth, silk.base) +
      path(
        'M129 520C124 620 92 700 0 742C30 790 90 800 150 780C186 720 206 630 206 500C204 420 190 360 160 316C150 380 134 440 129 520Z',
        silk.shade,
        0.75,
      ) +
      path(
        'M-150 780C-60 840 60 850 150 780C120 880 -20 930 -220 900C-180 850 -170 820 -150 780Z',
        silk.shade,
        0.8,
      ) +
      path(
        'M-150 780C-80 880 40 960 240 1010C170 1050 80 1070 0 1076C-100 1040 -200 980 -260 880C-220 840 -180 810 -150 780Z',
        silk.light,
        0.55,
      ) +
      stroke(
        'M-146 800C-70 890 60 960 230 1000M-190 830C-120 930 0 1010 150 1050M-230 862C-180 950 -80 1030 20 1078',
        silk.deep,
        5,
        0.45,
      ) +
      stroke(
        'M-160 330C-186 400 -190 520 -166 640M-178 420C-186 520 -170 640 -140 730M160 330C186 400 190 520 166 640M150 560C150 650 120 720 60 760',
        silk.deep,
        5,
        0.35,
      ) +
      stroke(
        'M-129 520C-134 400 -74 350 0 350C74 350 134 400 129 520C124 620 92 700 0 742C-92 700 -124 620 -129 520Z',
        silk.light,
        6,
        0.8,
      ) +
      stroke('M-120 300C-70 266 60 262 110 292M-150 350C-96 296 -40 292 0 300', silk.light, 7, 0.6),
    shadow: 'M-112 540C-116 420 -60 376 0 376C70 376 120 430 118 520H200V280H-200V540Z',
    overEars: true,
  };
};

export const COVERED = { cap, scarf } satisfies Partial<Record<HairStyle, DrawHair>>;
