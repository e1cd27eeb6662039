import { circle, path } from '../picture/svg.js';
import { arc, curls, mirrored, type DrawHair } from './strands.js';
import type { HairStyle } from './styles.js';

/** Draws thick curls to the shoulders. */
const curly: DrawHair = (ink) => {
  const ends = [
    [-214, 838],
    [-166, 846],
    [-196, 866],
  ] as const;
  const side = [
    ...arc([0, 470], [190, 200], 186, 262, 7),
    [-196, 520],
    [-214, 574],
    [-206, 632],
    [-224, 690],
    [-206, 744],
    [-216, 800],
    [-170, 812],
    [-176, 756],
    [-168, 700],
    [-172, 640],
    [-166, 580],
    [-160, 528],
  ] as const;
  return {
    back:
      path(
        'M0 280C-150 280 -200 400 -204 520C-220 640 -220 740 -190 830H190C220 740 220 640 204 520C200 400 150 280 0 280Z',
        ink.deep,
      ) +
      mirrored(
        curls(
          { ...ink, base: ink.shade },
          [
            [-150, 840],
            [-206, 780],
            [-226, 700],
            [-222, 620],
            [-120, 830],
          ],
          34,
        ),
      ),
    front:
      path(
        'M-150 500C-176 400 -120 290 0 288C120 290 176 400 150 500C140 420 110 376 0 366C-110 376 -140 420 -150 500Z',
        ink.shade,
      ) +
      mirrored(curls(ink, side, 36) + curls(ink, ends, 26)) +
      curls(
        ink,
        [...arc([10, 480], [128, 128], 206, 326, 8), ...arc([0, 470], [160, 178], 215, 325, 8)],
        33,
      ),
    shadow: 'M0 372C-90 380 -120 440 -138 620H-200V280H200V620H138C120 440 90 380 0 372Z',
    overEars: true,
  };
};

/** Draws a round natural afro. */
const afro: DrawHair = (ink) => ({
  back:
    circle([0, 440], 250, ink.shade) +
    curls({ ...ink, base: ink.shade }, arc([0, 440], [244, 240], 100, 440, 30), 38) +
    curls(ink, arc([0, 440], [196, 192], 120, 420, 24), 40),
  front: curls(
    ink,
    [
      ...arc([0, 470], [152, 160], 180, 360, 14),
      ...arc([0, 450], [186, 176], 176, 364, 18),
      ...arc([0, 440], [120, 130], 210, 330, 9),
    ],
    29,
  ),
  shadow: 'M0 372C-90 372 -130 430 -142 540H-200V280H200V540H142C130 430 90 372 0 372Z',
});

/** Draws short, tousled curls. */
const tousled: DrawHair = (ink) => ({
  back: '',
  front:
    path(
      'M-153 520C-170 400 -130 270 0 266C130 270 170 400 153 520L144 500C146 460 130 420 110 400H-110C-130 420 -146 460 -144 500Z',
      ink.base,
    ) +
    curls(
      ink,
      [
        ...arc([0, 420], [148, 150], 182, 358, 15),
        ...arc([0, 410], [112, 96], 180, 360, 10),
        ...arc([0, 420], [124, 44], 196, 344, 8),
        ...arc([4, 396], [62, 60], 190, 350, 5),
      ],
      31,
    ),
  shadow: 'M-142 500C-130 440 -110 420 0 414C110 420 130 440 142 500V280H-142Z',
});

export const CURLED = { curly, afro, tousled } satisfies Partial<Record<HairStyle, DrawHair>>;
