import { mix } from '../picture/colour.js';
import { path, radial, stroke, vertical } from '../picture/svg.js';
import { headOutline } from './head.js';
import type { PortraitLook } from './look.js';
import { both, clipped, soft } from './markup.js';
import { TORSO } from './outfit.js';
import { OUTFITS } from './outfits.js';
import { skinTones, clothTones } from './tones.js';

/** The body is drawn this much higher, to keep necks short. */
export const BODY_RISE = 40;

/** Draws neck and upper chest in skin, with the head's shadow. */
function drawSkin({ skin, face, neck: w, shoulders: s }: PortraitLook, opening: string): string {
  const tone = skinTones(skin);
  const fill = vertical(700, 1000, [
    [0, tone.shade],
    [0.45, tone.base],
    [1, tone.base],
  ]);
  const cast = `<g transform="translate(14 ${42 + BODY_RISE})">${path(headOutline(face), tone.deep, 0.6)}</g>`;
  const side = path(
    `M${w * 0.5} 700H${s}V1000H${w}Q${w * 0.9} 860 ${w * 0.5} 700Z`,
    tone.shade,
    0.6,
  );
  const content = [
    path(`M-${s} 560H${s}V1300H-${s}Z`, fill),
    soft('cast', 7, cast + side),
    both(stroke(`M-18 880C-60 868 -120 862 -${s * 0.6} 846`, tone.deep, 5, 0.32)),
    both(stroke(`M-${w * 0.5} 790Q-${w * 0.3} 846 -14 874`, tone.deep, 5, 0.22)),
  ];
  return clipped('skin', opening, content.join(''));
}

/**
 * Returns the outline of shoulders and chest down to the lower edge, which every garment follows.
 */
function torsoOutline({ shoulders: s, neck: w }: PortraitLook): string {
  return [
    `M0 800H-${w + 6}C-${w + 34} 846 -${s * 0.6} 846 -${s * 0.8} 880`,
    `C-${s} 914 -${s + 22} 1010 -${s + 34} 1300H${s + 34}`,
    `C${s + 22} 1010 ${s} 914 ${s * 0.8} 880C${s * 0.6} 846 ${w + 34} 846 ${w + 6} 800Z`,
  ].join('');
}

/** Draws neck, shoulders and clothes. */
export function drawBody(look: PortraitLook): string {
  const { shoulders: s } = look;
  const outfit = OUTFITS[look.outfit](look);
  const tone = clothTones(outfit.torso);
  const outline = torsoOutline(look);
  // Light comes from the upper left: the middle has its own colour, the far shoulder and arm are in
  // shade.
  const volume = radial([-s * 0.36, 930], s * 1.7, [
    [0, mix(tone.base, tone.light, 0.4)],
    [0.3, tone.base],
    [0.62, mix(tone.base, tone.shade, 0.55)],
    [1, mix(tone.shade, tone.deep, 0.35)],
  ]);
  const folds = both(
    stroke(
      `M-${s * 0.72} 1300C-${s * 0.7} 1200 -${s * 0.68} 1130 -${s * 0.6} 1060`,
      tone.deep,
      5,
      0.3,
    ),
  );
  return [
    outfit.behind,
    clipped(TORSO, outline, path(outline, volume) + folds + outfit.cloth),
    drawSkin(look, outfit.opening),
    outfit.front,
  ].join('');
}
