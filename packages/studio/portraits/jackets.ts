import { circle, path, stroke } from '../picture/svg.js';
import { both } from './markup.js';
import { onTorso, pointedOpening, roundEdge, roundOpening, type DrawOutfit } from './outfit.js';
import type { OutfitName } from './styles.js';
import { clothTones } from './tones.js';

/** Draws the two fronts of an open jacket, `gap` apart at the lower edge. */
const fronts = (w: number, colour: string, gap: number): string => {
  const tone = clothTones(colour);
  const front = `M-${w + 30} 790C-${w + 10} 900 -${gap + 40} 1040 -${gap} 1300H-620V760Z`;
  return (
    path(front, tone.base) +
    path(
      `M-${w + 30} 790C-${w + 10} 900 -${gap + 40} 1040 -${gap} 1300H-${gap + 34}C-${gap + 70} 1040 -${w + 46} 900 -${w + 56} 800Z`,
      tone.shade,
      0.55,
    )
  );
};

const denim: DrawOutfit = ({ cloth, lining, neck: w, shoulders: s }) => {
  const tone = clothTones(cloth);
  const seam = '#d9a760';
  const collar = `M-${w + 8} 778C-${w + 40} 800 -${w + 74} 828 -${w + 84} 862L-${w + 66} 946L-${w * 0.7} 900C-${w * 0.9} 860 -${w + 6} 820 -${w + 8} 778Z`;
  const side =
    fronts(w, cloth, 96) +
    stroke(`M-${w + 90} 990H-${s + 40}`, tone.deep, 6, 0.7) +
    stroke(
      `M-${w + 90} 1000H-${s + 40}M-${w + 12} 930C-${w + 4} 1020 -128 1160 -118 1300`,
      seam,
      3,
      0.8,
    ) +
    path(
      `M-${w + 120} 1060H-${s - 20}L-${s - 24} 1110L-${(w + 120 + s - 20) / 2} 1130L-${w + 120} 1110Z`,
      tone.light,
      0.5,
    ) +
    circle([-118, 1076], 10, '#c9a25e') +
    circle([-110, 1196], 10, '#c9a25e') +
    path(collar, tone.light) +
    stroke(`M-${w + 84} 862L-${w + 66} 946L-${w * 0.7} 900`, tone.deep, 4, 0.8);
  return {
    torso: lining,
    behind: path(`M-${w + 14} 800C-${w} 744 ${w} 744 ${w + 14} 800V860H-${w + 14}Z`, tone.deep),
    cloth: '',
    opening: roundOpening(w, 12, 896),
    front: stroke(roundEdge(w, 16, 902), clothTones(lining).shade, 12) + onTorso(both(side)),
  };
};

const bomber: DrawOutfit = ({ cloth, lining, neck: w }) => {
  const tone = clothTones(cloth);
  const band = `M-${w + 4} 786C-${w + 36} 806 -${w + 52} 836 -${w + 52} 862C-${w + 30} 930 -110 1010 -92 1060L-64 1048C-84 990 -${w * 0.6} 900 -${w + 10} 836Z`;
  const side =
    fronts(w, cloth, 78) +
    path(band, tone.deep) +
    stroke(`M-${w + 40} 856C-${w + 16} 930 -96 1000 -80 1052`, tone.shade, 4, 0.9) +
    stroke('M-82 1050C-74 1120 -76 1220 -78 1300', '#e9d6a8', 9) +
    stroke('M-190 1140L-250 1230', tone.deep, 9, 0.8);
  return {
    torso: lining,
    behind: path(`M-${w + 14} 806C-${w} 750 ${w} 750 ${w + 14} 806V870H-${w + 14}Z`, tone.deep),
    cloth: '',
    opening: roundOpening(w, 34, 930),
    front: stroke(roundEdge(w, 34, 930), clothTones(lining).shade, 7) + onTorso(both(side)),
  };
};

const hoodie: DrawOutfit = ({ cloth, lining, neck: w }) => {
  const tone = clothTones(cloth);
  const hood = `M-${w + 2} 790C-${w + 70} 800 -${w + 96} 850 -${w + 84} 900C-${w + 50} 960 -60 990 0 1000C-16 950 -${w * 0.7} 890 -${w + 2} 790Z`;
  return {
    torso: cloth,
    behind: path(
      `M-${w + 88} 880C-${w + 110} 790 -${w + 40} 740 0 736C${w + 40} 740 ${w + 110} 790 ${w + 88} 880Z`,
      tone.deep,
    ),
    cloth:
      path('M-160 1180L-200 1300H200L160 1180Z', tone.shade, 0.7) +
      stroke('M-160 1180H160', tone.deep, 6, 0.6),
    opening: roundOpening(w, 8, 900),
    front:
      path(
        `M-${w + 6} 816C-${w * 0.7} 900 -30 930 0 930C30 930 ${w * 0.7} 900 ${w + 6} 816L${w + 20} 850L0 1000L-${w + 20} 850Z`,
        lining,
      ) +
      both(
        path(hood, tone.light) +
          stroke(`M-${w + 84} 900C-${w + 50} 960 -60 990 0 1000`, tone.deep, 6, 0.7) +
          stroke('M-44 968C-50 1020 -40 1070 -48 1120', '#f0ece4', 8) +
          circle([-44, 966], 8, tone.deep),
      ),
  };
};

/** @param under the garment below the lapels */
const blazer =
  (under: 'top' | 'shirt'): DrawOutfit =>
  ({ cloth, lining, neck: w }) => {
    const tone = clothTones(cloth);
    const inner = clothTones(lining);
    const lapel = `M-${w + 16} 792C-${w + 50} 816 -${w + 66} 840 -${w + 70} 856L-${w + 92} 960L-${w + 46} 972L-${w + 62} 1006C-140 1100 -80 1200 -20 1272C-60 1130 -${w + 4} 960 -${w + 16} 792Z`;
    const side =
      path(`M-${w + 22} 780C-${w} 960 -60 1130 -14 1300H-620V760Z`, tone.base) +
      path(lapel, tone.light) +
      stroke(
        `M-${w + 70} 856L-${w + 92} 960L-${w + 46} 972L-${w + 62} 1006C-140 1100 -80 1200 -20 1272`,
        tone.deep,
        5,
        0.8,
      );
    const collar = `M-${w + 2} 772C-${w + 14} 790 -${w + 30} 816 -${w + 32} 836L-${w * 0.7} 950L-4 930C-${w * 0.4} 890 -${w * 0.9} 830 -${w + 2} 772Z`;
    const shirtFront =
      both(
        path(collar, inner.light) +
          stroke(`M-${w + 32} 836L-${w * 0.7} 950L-4 930`, inner.shade, 4),
      ) +
      stroke('M10 940V1240', inner.shade, 4) +
      circle([0, 1010], 7, inner.shade) +
      circle([0, 1100], 7, inner.shade);
    const topFront = stroke(roundEdge(w, 22, 946), inner.shade, 7);
    const [opening, chest] =
      under === 'shirt'
        ? [pointedOpening(w, 934), shirtFront]
        : [roundOpening(w, 22, 946), topFront];
    return {
      torso: lining,
      behind: path(
        `M-${w + 10} 800C-${w} 748 ${w} 748 ${w + 10} 800V860H-${w + 10}Z`,
        under === 'shirt' ? inner.shade : tone.deep,
      ),
      cloth: '',
      opening,
      front: chest + onTorso(both(side)),
    };
  };

const parka: DrawOutfit = ({ cloth, lining, neck: w, shoulders: s }) => {
  const tone = clothTones(cloth);
  const stand = `M-${w + 4} 776C-${w + 40} 790 -${w + 64} 820 -${w + 62} 862L-${w + 20} 960L-62 1030C-66 960 -${w * 0.8} 880 -${w + 4} 776Z`;
  const side =
    fronts(w, cloth, 40) +
    path(`M-620 760H-${w}L-${w + 30} 1000L-${s + 60} 1050Z`, tone.deep, 0.55) +
    path(stand, tone.light) +
    stroke(`M-${w + 62} 862L-${w + 20} 960L-62 1030`, tone.deep, 5, 0.8) +
    stroke('M-60 1020C-50 1100 -44 1200 -42 1300', '#e8913a', 8) +
    stroke('M-220 1120L-160 1120', '#e8913a', 9);
  return {
    torso: lining,
    behind: path(
      `M-${w + 26} 830C-${w + 20} 740 ${w + 20} 740 ${w + 26} 830V880H-${w + 26}Z`,
      tone.deep,
    ),
    cloth: '',
    opening: roundOpening(w, 10, 896),
    front: stroke(roundEdge(w, 16, 902), clothTones(lining).shade, 14) + onTorso(both(side)),
  };
};

export const JACKETS = {
  denim,
  bomber,
  hoodie,
  blazer: blazer('top'),
  suit: blazer('shirt'),
  parka,
} satisfies Partial<Record<OutfitName, DrawOutfit>>;
