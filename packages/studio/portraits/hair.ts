import { mix } from '../picture/colour.js';
import { group, path } from '../picture/svg.js';
import { COVERED } from './hair-covered.js';
import { CURLED } from './hair-curled.js';
import { LONG } from './hair-long.js';
import { SHORT } from './hair-short.js';
import { headOutline } from './head.js';
import type { PortraitLook } from './look.js';
import { clipped, soft } from './markup.js';
import type { DrawHair } from './strands.js';
import type { HairStyle } from './styles.js';
import { skinTones, hairTones } from './tones.js';

const STYLES = { ...LONG, ...CURLED, ...SHORT, ...COVERED } satisfies Record<HairStyle, DrawHair>;

/** Styles are drawn for this half-width of the face and scaled for other faces. */
const DRAWN_FOR = 150;

interface FittedHair {
  readonly back: string;
  readonly front: string;
  readonly overEars: boolean;
}

/** Draws hair behind and in front of the face, with its shadow on the forehead. */
export function drawHair({ hair, hairColour, grey, face, skin }: PortraitLook): FittedHair {
  const ink = { ...hairTones(mix(hairColour, '#b5b1ae', 0.4 * grey)), grey };
  const { back, front, shadow, overEars = false } = STYLES[hair](ink);
  const fit = (content: string) => group(`scale(${face.cheek / DRAWN_FOR} 1)`, content);
  const cast = fit(soft('hairline', 6, path(shadow, skinTones(skin).deep, 0.4)));
  return {
    back: fit(back),
    front: (shadow === '' ? '' : clipped('forehead', headOutline(face), cast)) + fit(front),
    overEars,
  };
}
