import { lighten, mix } from '../picture/colour.js';
import { circle, ellipse, group, path, radial, stroke } from '../picture/svg.js';
import type { PortraitLook } from './look.js';
import { both, clipped, soft } from './markup.js';
import { skinTones } from './tones.js';

const EYE_X = 65;
const EYE_Y = 530;

/**
 * Draws one eye around its own centre, the outer corner on the right; `side` is -1 for the left
 * eye.
 */
function eye(look: PortraitLook, side: 1 | -1): string {
  const { eyeColour, lashes, crease } = look;
  const tone = skinTones(look.skin);
  const upper = crease ? 'C-20 -17 11 -25 33 -3' : 'C-16 -13 14 -19 34 -4';
  const lower = crease ? 'C22 13 -12 16 -32 6' : 'C20 11 -12 13 -32 6';
  const shape = `M-32 6${upper}${lower}Z`;
  const iris = radial([0, -3], 17, [
    [0, lighten(eyeColour, 0.1)],
    [0.62, eyeColour],
    [0.86, lighten(eyeColour, -0.08)],
    [1, lighten(eyeColour, -0.2)],
  ]);
  const lid = '#2a1a1c';
  const wing = lashes ? 'L44 -14C30 -22 8 -31' : 'L36 -8C26 -17 8 -27';
  const top = crease
    ? `M-34 9C-20 -15 11 -23 34 -1${wing} -14 -22 -34 9Z`
    : `M-34 9C-16 -11 14 -17 35 -2${lashes ? 'L44 -13C28 -18' : 'L37 -8C26 -15'} 10 -24 -14 -17 -34 9Z`;
  const ball =
    path(shape, mix('#fbf7f4', look.skin, 0.06)) +
    circle([0, -4], 17, iris) +
    circle([0, -4], 7.6, '#161014') +
    path(`M-40 -34H40V-10C12 -22 -16 -16 -36 6Z`, '#3a2430', 0.24) +
    circle([side * -6, -10], 5, '#ffffff', 0.95) +
    circle([side * 6, 3], 2.6, '#ffffff', 0.5);
  return [
    crease ? stroke('M-30 -6C-16 -26 12 -33 35 -14', tone.deep, 3.4, 0.55) : '',
    clipped(side === 1 ? 'eyeR' : 'eyeL', shape, ball),
    stroke('M-28 9C-12 18 20 15 33 -1', tone.deep, 2.4, 0.45),
    circle([-29, 5.5], 3.4, mix(tone.base, look.lips, 0.6)),
    path(top, lid),
    lashes ? stroke('M36 -6l10 -3M30 -12l10 -7', lid, 2.6) : '',
  ].join('');
}

function brow({ browColour, brow: thick, arch }: PortraitLook): string {
  const y = 474;
  return path(
    [
      `M-28 ${y + 6 - thick * 0.4}C-54 ${y - arch - thick * 0.6} -84 ${y - arch - thick * 0.9} -112 ${y + 8}`,
      `C-86 ${y - arch + thick * 0.25} -56 ${y - arch * 0.55 + thick * 0.7} -29 ${y + 7 + thick * 0.6}`,
      `Q-24 ${y + 6} -28 ${y + 6 - thick * 0.4}Z`,
    ].join(''),
    browColour,
    0.94,
  );
}

/** Draws the highlights and shadows of nose and lower lip, with one filter for all. */
function modelling(look: PortraitLook): string {
  const { skin, nose: w, mouth: m, beard } = look;
  const bare = beard === null || beard === 'stubble';
  const tone = skinTones(skin);
  const shapes = [
    path(
      `M10 490C12 540 14 566 ${w - 4} 596C${w + 4} 616 ${w - 10} 622 4 622C16 600 4 550 10 490Z`,
      tone.shade,
      0.75,
    ),
    ellipse([-3, 560], 7, 44, tone.light, 0.6),
    ellipse([-4, 604], 11, 9, tone.light, 0.8),
    path(`M-${w} 618Q0 640 ${w} 618Q0 628 -${w} 618Z`, tone.deep, 0.6),
    bare ? ellipse([0, computeLips(look).low + 12], m * 0.55, 6, tone.shade, 0.75) : '',
  ];
  return soft('modelling', 5, shapes.join(''));
}

function nose({ skin, nose: w }: PortraitLook): string {
  const tone = skinTones(skin);
  return [
    stroke(
      `M-${w} 604C-${w + 5} 614 -${w} 624 -${w - 10} 620M${w} 604C${w + 5} 614 ${w} 624 ${w - 10} 620`,
      tone.deep,
      3.4,
      0.6,
    ),
    both(
      path(`M-${w - 7} 620Q-${w - 15} 611 -8 621Q-${w - 15} 627 -${w - 7} 620Z`, tone.deep, 0.85),
    ),
    stroke('M-8 623Q0 628 8 623', tone.deep, 3, 0.5),
  ].join('');
}

const LIPS_Y = 664;

/**
 * Computes the mouth's heights: its corners, the lower edges of upper lip and teeth, its lowest
 * point.
 */
function computeLips({ smile, teeth, fullness }: PortraitLook) {
  const seam = LIPS_Y + 3 + smile * 0.3;
  const inner = seam + (teeth ? 17 : 0);
  return { corner: LIPS_Y - smile, seam, inner, low: inner + 21 * fullness };
}

function mouth(look: PortraitLook): string {
  const { lips, mouth: m, fullness: f, smile, teeth } = look;
  const { corner, seam, inner, low } = computeLips(look);
  const y = LIPS_Y;
  const top = y - 15 * f;
  const shoulder = `${m * 0.6} ${y - 6 * f - smile * 0.5}`;
  /** Returns the curve from the right corner of the mouth to the left one, at a height. */
  const back = (at: number) =>
    `C${m * 0.62} ${at - 1} 18 ${at} 0 ${at}C-18 ${at} -${m * 0.62} ${at - 1} -${m} ${corner}`;
  const rim = `M-${m} ${corner}C-${shoulder} -20 ${top - 2} -9 ${top}Q0 ${top + 6} 9 ${top}C20 ${top - 2} ${shoulder} ${m} ${corner}`;
  const dark = mix(lips, '#2c0c14', 0.62);
  return [
    path(rim + back(low) + 'Z', lips),
    path(rim + back(seam) + 'Z', mix(lips, '#3a1018', 0.16)),
    teeth ? path(`M-${m} ${corner}${forth(m, corner, seam)}${back(inner)}Z`, '#fdf8f2') : '',
    ellipse([-7, inner + 10 * f], 14, 3.4 * f, '#ffffff', 0.26),
    stroke(`M${m} ${corner}${back(seam)}`, dark, 3.4, 0.8),
    both(stroke(`M-${m - 2} ${corner + 1}q-5 -2 -6 -5`, dark, 3, 0.35)),
  ].join('');
}

/** Returns the curve from the left corner of the mouth to the right one, at a height. */
const forth = (m: number, corner: number, at: number): string =>
  `C-${m * 0.62} ${at - 1} -18 ${at} 0 ${at}C18 ${at} ${m * 0.62} ${at - 1} ${m} ${corner}`;

/** Draws eyes, brows, nose and mouth. */
export function drawFeatures(look: PortraitLook): string {
  const at = (side: 1 | -1) =>
    group(
      `translate(${side * EYE_X} ${EYE_Y}) scale(${side * look.eyeSize} ${look.eyeSize})`,
      eye(look, side),
    );
  return modelling(look) + nose(look) + mouth(look) + at(-1) + at(1) + both(brow(look));
}
