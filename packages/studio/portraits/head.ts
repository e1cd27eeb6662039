import { mix } from '../picture/colour.js';
import { createRandom } from '../picture/random.js';
import { circle, dots, ellipse, path, radial, stroke, vertical } from '../picture/svg.js';
import type { FaceShape, PortraitLook } from './look.js';
import { both, clipped, soft } from './markup.js';
import { skinTones } from './tones.js';

/** Returns skull and face as one closed outline; the skull's top is at y 308. */
export function headOutline({ cheek: c, jaw: j, chin: k, chinY: y }: FaceShape): string {
  return [
    `M0 308C${-c * 0.74} 308 ${-c - 5} 384 ${-c} 494C${-c + 1} 566 ${-j - 11} 612 ${-j} 646`,
    `C${-j + 12} ${y - 34} ${-k - 24} ${y - 5} ${-k * 0.5} ${y}Q0 ${y + 7} ${k * 0.5} ${y}`,
    `C${k + 24} ${y - 5} ${j - 12} ${y - 34} ${j} 646C${j + 11} 612 ${c - 1} 566 ${c} 494`,
    `C${c + 5} 384 ${c * 0.74} 308 0 308Z`,
  ].join('');
}

/** Draws both ears before the head, which covers their roots. */
export function drawEars({ skin, face }: PortraitLook): string {
  const tone = skinTones(skin);
  const x = -face.cheek;
  const ear =
    path(
      `M${x + 36} 500C${x - 14} 476 ${x - 34} 492 ${x - 30} 528C${x - 27} 560 ${x - 16} 592 ${x + 36} 580Z`,
      tone.base,
    ) +
    stroke(
      `M${x - 4} 512C${x - 18} 500 ${x - 24} 516 ${x - 20} 536C${x - 18} 552 ${x - 12} 560 ${x - 4} 566`,
      tone.shade,
      5,
      0.9,
    );
  return ear + `<g transform="scale(-1 1)">${ear}</g>`;
}

/** Draws lines at eyes, mouth and forehead, with the look's strength. */
function drawAgeLines({ lines, skin, mouth, smile }: PortraitLook): string {
  if (lines === 0) return '';
  const { deep } = skinTones(skin);
  const strong = 0.62 * lines;
  return (
    both(
      stroke(`M-36 610C-58 624 -${mouth + 16} 640 -${mouth + 17} ${668 - smile}`, deep, 4, strong) +
        stroke('M-96 552C-82 566 -60 568 -44 560', deep, 3.4, strong * 0.9) +
        stroke('M-112 516l-16 -7M-113 526l-18 1M-111 536l-15 8', deep, 3, strong) +
        (lines > 0.6 ? stroke('M-90 566C-78 576 -62 577 -50 572', deep, 2.6, strong * 0.6) : ''),
    ) +
    stroke('M-72 424C-30 414 30 414 72 424', deep, 3.4, strong * 0.8) +
    (lines > 0.6 ? stroke('M-58 400C-24 392 24 392 58 400', deep, 3, strong * 0.6) : '') +
    (lines > 0.6 ? stroke('M-9 470q3 10 0 20M9 470q-3 10 0 20', deep, 3, strong * 0.6) : '')
  );
}

function freckles(skin: string): string {
  const random = createRandom('freckles');
  const spots = Array.from({ length: 40 }, (_, at) => {
    const x = -104 + at * 5.3 + random.between(-3, 3);
    const y = 566 + Math.abs(x) * 0.1 + (((at * 7) % 5) - 2) * 10 + random.between(-4, 4);
    return [x, y, random.between(1.4, 2.5)] as const;
  });
  return path(dots(spots), mix(skin, '#96481f', 0.6), 0.55);
}

/** Draws the head without features and hair: skin, light from the left, cheeks, lines. */
export function drawHead(look: PortraitLook): string {
  const { skin, face, lips } = look;
  const tone = skinTones(skin);
  const outline = headOutline(face);
  const c = face.cheek;
  const y = face.chinY;
  const glow = (opacity: number) =>
    radial([0, 0], 62, [
      [0, mix(skin, lips, 0.75), opacity],
      [1, mix(skin, lips, 0.75), 0],
    ]);
  const cheek = `<g transform="translate(-${c - 58} 596)">${circle([0, 0], 62, glow(0.42))}</g>`;
  const shading = soft(
    'side',
    15,
    path(
      `M${c * 0.72} 280H260V780H-60C40 770 ${c * 0.62} 690 ${c * 0.74} 610C${c * 0.84} 540 ${c * 0.82} 420 ${c * 0.72} 280Z`,
      tone.shade,
      0.8,
    ) +
      path(
        `M-${face.jaw} ${y - 44}Q0 ${y + 6} ${face.jaw} ${y - 44}V${y + 60}H-${face.jaw}Z`,
        tone.shade,
        0.5,
      ) +
      ellipse([-c * 0.36, 416], 70, 44, tone.light, 0.55) +
      ellipse([-c * 0.56, 572], 34, 22, tone.light, 0.6) +
      both(ellipse([-66, 498], 50, 22, tone.shade, 0.4)),
  );
  const fill = vertical(300, y, [
    [0, tone.base],
    [0.55, tone.base],
    [1, mix(tone.base, tone.shade, 0.45)],
  ]);
  return clipped(
    'head',
    outline,
    path(outline, fill) +
      shading +
      both(cheek) +
      (look.freckles ? freckles(skin) : '') +
      drawAgeLines(look),
  );
}
