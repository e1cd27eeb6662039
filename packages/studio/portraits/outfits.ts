import { circle, path, radial, rect, stroke } from '../picture/svg.js';
import { JACKETS } from './jackets.js';
import { both } from './markup.js';
import { pointedOpening, roundEdge, roundOpening, type DrawOutfit } from './outfit.js';
import type { OutfitName } from './styles.js';
import { clothTones } from './tones.js';

/** Draws a high neck that is folded over. */
const turtleneck: DrawOutfit = ({ cloth, neck: w }) => {
  const tone = clothTones(cloth);
  const roll = `M-${w + 10} 766C-${w * 0.5} 796 ${w * 0.5} 796 ${w + 10} 766C${w + 24} 800 ${w + 30} 830 ${w + 34} 856C${w * 0.6} 896 -${w * 0.6} 896 -${w + 34} 856C-${w + 30} 830 -${w + 24} 800 -${w + 10} 766Z`;
  const turn = radial([-w * 0.4, 800], 2 * w, [
    [0, tone.base],
    [0.5, tone.base],
    [1, tone.shade],
  ]);
  const ribs = [-0.75, -0.5, -0.25, 0, 0.25, 0.5, 0.75].map(
    (at) =>
      `M${at * (w + 8)} ${788 - Math.abs(at) * 14}Q${at * (w + 18)} 830 ${at * (w + 26)} ${880 - Math.abs(at) * 18}`,
  );
  return {
    torso: cloth,
    behind: '',
    cloth: path(`M-${w + 60} 850Q0 950 ${w + 60} 850Q0 1010 -${w + 60} 850Z`, tone.deep, 0.3),
    opening: roundOpening(w, 0, 812),
    front:
      path(roll, turn) +
      stroke(ribs.join(''), tone.deep, 3, 0.3) +
      stroke(`M-${w + 10} 766C-${w * 0.5} 796 ${w * 0.5} 796 ${w + 10} 766`, tone.light, 5, 0.8),
  };
};

const knitted =
  (out: number, depth: number): DrawOutfit =>
  ({ cloth, neck: w }) => {
    const tone = clothTones(cloth);
    const edge = roundEdge(w, out, depth);
    return {
      torso: cloth,
      behind: '',
      cloth: '',
      opening: roundOpening(w, out, depth),
      front:
        stroke(roundEdge(w, out + 16, depth + 22), tone.deep, 4, 0.5) +
        stroke(roundEdge(w, out + 8, depth + 10), tone.shade, 20) +
        stroke(edge, tone.light, 3, 0.6),
    };
  };

/** Draws a neckline with a thin hem. */
const top: DrawOutfit = ({ cloth, neck: w }) => ({
  torso: cloth,
  behind: '',
  cloth: '',
  opening: roundOpening(w, 52, 964),
  front: stroke(roundEdge(w, 52, 964), clothTones(cloth).shade, 9),
});

/** Draws a V-neck with a soft collar and gathers. */
const blouse: DrawOutfit = ({ cloth, neck: w }) => {
  const tone = clothTones(cloth);
  const flap = `M-${w + 6} 796C-${w + 34} 812 -${w + 62} 838 -${w + 66} 870L-${w + 20} 960L-6 1036C-20 980 -${w * 0.6} 900 -${w + 18} 826Z`;
  return {
    torso: cloth,
    behind: '',
    cloth: stroke(
      'M0 1030C6 1120 -4 1220 2 1300M-60 1040C-80 1120 -76 1220 -84 1300M70 1040C86 1130 80 1220 90 1300',
      tone.deep,
      6,
      0.4,
    ),
    opening: pointedOpening(w, 1030),
    front: both(
      path(flap, tone.light) + stroke(`M-${w + 66} 870L-${w + 20} 960L-6 1036`, tone.deep, 4, 0.5),
    ),
  };
};

/** @param open how far the collar is open */
const shirt =
  (open: number): DrawOutfit =>
  ({ cloth, neck: w }) => {
    const tone = clothTones(cloth);
    const collar = `M-${w + 2} 776C-${w + 22} 796 -${w + 44} 826 -${w + 46} 846L-${w * 0.72} ${open + 26}L-4 ${open}C-${w * 0.4} ${open - 30} -${w * 0.9} 830 -${w + 2} 776Z`;
    const buttons = [1, 2, 3].map(
      (at) =>
        circle([0, open + 30 + at * 92], 9, tone.light) +
        circle([0, open + 30 + at * 92], 3, tone.deep),
    );
    return {
      torso: cloth,
      behind: path(`M-${w + 4} 790C-${w} 740 ${w} 740 ${w + 4} 790V850H-${w + 4}Z`, tone.deep),
      cloth:
        rect([-24, open], [48, 400], tone.light, 0, 0.35) +
        stroke(`M24 ${open}V1300`, tone.deep, 4, 0.5) +
        buttons.join(''),
      opening: pointedOpening(w, open + 4),
      front: both(
        path(collar, tone.deep, 0.35).replace('<path', '<path transform="translate(2 10)"') +
          path(collar, tone.light) +
          stroke(`M-${w + 46} 846L-${w * 0.72} ${open + 26}L-4 ${open}`, tone.shade, 4),
      ),
    };
  };

export const OUTFITS = {
  turtleneck,
  sweater: knitted(14, 896),
  tee: knitted(26, 914),
  top,
  blouse,
  shirt: shirt(948),
  buttoned: shirt(862),
  ...JACKETS,
} satisfies Record<OutfitName, DrawOutfit>;
