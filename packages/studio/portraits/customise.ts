import { lighten, mix } from '../picture/colour.js';
import type { PortraitLook } from './look.js';

const SKINS = {
  light: '#f4d0b6',
  medium: '#cb9467',
};
const HAIRS = {
  black: '#231c20',
  brown: '#6b4128',
  blonde: '#d8ac62',
};
const EYES = {
  brown: '#5f3c22',
  green: '#5b8f54',
  blue: '#4a8cc8',
};
/** Factors for the usual width of shoulders, neck and face. */
const BODIES = {
  slim: [0.88, 0.9, 0.97],
  average: [1, 1, 1],
  athletic: [1.13, 1.17, 1.02],
} as const;
/** Strength of age lines, and fraction of grey hair. */
const AGES = {
  young: [0, 0],
  middle: [0.5, 0.14],
  mature: [1, 0.62],
} as const;

/** The features of a person that a caller can choose. */
export interface PersonChoice {
  readonly skin_tone: keyof typeof SKINS;
  readonly hair_color: keyof typeof HAIRS;
  readonly eye_color: keyof typeof EYES;
  readonly body_type: keyof typeof BODIES;
  readonly age_range: keyof typeof AGES;
}

/** Applies a caller's choices to a person's look. */
export function customise(look: PortraitLook, choice: PersonChoice): PortraitLook {
  const skin = SKINS[choice.skin_tone];
  const hairColour = HAIRS[choice.hair_color];
  const [shoulders, neck, face] = BODIES[choice.body_type];
  const [lines, grey] = AGES[choice.age_range];
  return {
    ...look,
    skin,
    hairColour,
    browColour: mix(
      mix(hairColour, '#4a3222', choice.hair_color === 'blonde' ? 0.5 : 0.1),
      '#8d8682',
      grey * 0.6,
    ),
    eyeColour: EYES[choice.eye_color],
    lips: choice.skin_tone === 'light' ? look.lips : lighten(look.lips, -0.05),
    shoulders: look.shoulders * shoulders,
    neck: look.neck * neck,
    face: { ...look.face, cheek: look.face.cheek * face, jaw: look.face.jaw * face },
    lines,
    grey,
  };
}
