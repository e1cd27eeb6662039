import { createRandom } from '../picture/random.js';
import { mix } from '../picture/colour.js';
import { dots, path, stroke } from '../picture/svg.js';
import { headOutline } from './head.js';
import type { PortraitLook } from './look.js';
import { clipped } from './markup.js';
import type { BeardName } from './styles.js';
import { hairTones } from './tones.js';

/** Length of each beard below the chin, and its density. */
const BEARDS: Readonly<Record<BeardName, { drop: number; opacity: number }>> = {
  stubble: { drop: 0, opacity: 0.2 },
  short: { drop: 4, opacity: 0.86 },
  full: { drop: 22, opacity: 0.96 },
  long: { drop: 74, opacity: 1 },
};

/** Draws beard and moustache, below the lips. */
export function drawBeard({ beard, hairColour, grey, face, mouth, smile }: PortraitLook): string {
  if (beard === null) return '';
  const { drop, opacity } = BEARDS[beard];
  const tone = hairTones(mix(hairColour, '#c4c0bc', 0.75 * grey));
  const { cheek: c, jaw: j, chin: k, chinY: y } = face;
  const jawline = `C-${j + 14} 612 -${j + 2} ${646 + drop * 0.3} -${j - 2} ${652 + drop * 0.5}C-${j - 14} ${y - 30 + drop} -${k + 24} ${y + drop} 0 ${y + 6 + drop}C${k + 24} ${y + drop} ${j - 14} ${y - 30 + drop} ${j - 2} ${652 + drop * 0.5}C${j + 2} ${646 + drop * 0.3} ${j + 14} 612 ${c + 1} 530`;
  const m = mouth + 14;
  const inner = `L${c - 12} 536C${c - 16} 590 ${j - 18} 610 ${m + 8} 622C${m * 0.5} 630 26 634 0 638C-26 634 -${m * 0.5} 630 -${m + 8} 622C-${j - 18} 610 -${c - 16} 590 -${c - 12} 536Z`;
  const shape = `M-${c + 1} 530${jawline}${inner}`;
  const corner = 664 - smile;
  const gap = `M-${m - 8} ${corner + 2}Q0 ${corner - 26} ${m - 8} ${corner + 2}Q${m * 0.5} 706 0 706Q-${m * 0.5} 706 -${m - 8} ${corner + 2}Z`;
  if (beard === 'stubble') {
    const random = createRandom('stubble');
    const points = Array.from(
      { length: 420 },
      () => [random.between(-c, c), random.between(560, y), random.between(1.2, 2)] as const,
    );
    return clipped(
      'stubble',
      headOutline(face),
      path(shape, tone.base, opacity) +
        clipped('bristle', shape, path(dots(points), tone.base, 0.4)),
    );
  }
  const random = createRandom('beard');
  const hairs = Array.from({ length: 46 }, () => {
    const x = random.between(-j, j);
    const from = random.between(640, y - 6 + drop * 0.5);
    return `M${x.toFixed(1)} ${from.toFixed(1)}q${(x * 0.04).toFixed(1)} 14 ${(-x * 0.06).toFixed(1)} 28`;
  });
  const half = Math.floor(hairs.length / 2);
  return [
    path(shape, tone.base, opacity),
    clipped(
      'beardhair',
      shape,
      stroke(hairs.slice(0, half).join(''), tone.light, 4, 0.5) +
        stroke(hairs.slice(half).join(''), tone.deep, 4, 0.5),
    ),
    path(gap, tone.shade, 0.35),
    path(
      `M0 636C-20 630 -${m * 0.7} 636 -${m} ${corner + 14}C-${m * 0.6} ${corner - 2} -20 656 0 652C20 656 ${m * 0.6} ${corner - 2} ${m} ${corner + 14}C${m * 0.7} 636 20 630 0 636Z`,
      tone.shade,
      opacity,
    ),
  ].join('');
}
