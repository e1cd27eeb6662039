import { toLab } from '../picture/colour.js';
import { COLOUR_OF } from '../picture/words.js';

/**
 * The first word for each colour in the prompt vocabulary, so that a description can be drawn
 * again.
 */
const NAMED: readonly (readonly [name: string, colour: string])[] = [
  ...new Map([...COLOUR_OF].toReversed().map(([word, colour]) => [colour, word])),
].map(([colour, name]) => [name, colour]);

/** A colour below this chroma is a grey, named only by its lightness. */
const CHROMA_MIN = 0.028;
const GREYS: readonly (readonly [above: number, name: string])[] = [
  [0.93, 'white'],
  [0.75, 'light grey'],
  [0.45, 'grey'],
  [0.24, 'dark grey'],
  [0, 'black'],
];
const GREY_NAMES = new Set(['white', 'black', 'grey', 'silver', 'cream', 'sepia']);
/** A colour that differs by at least this much is called lighter or darker. */
const STEP = 0.12;
/** A colour below this fraction of the named colour's chroma is called greyed. */
const MUTED_BELOW = 0.5;

/**
 * Weights for the difference between names: hue counts most and lightness least, because lightness
 * has its own words.
 */
const WEIGHTS = { lightness: 0.45, chroma: 0.6, hue: 2.2 } as const;

interface ColourMatch {
  readonly name: string;
  /** Difference in lightness from the named colour. */
  readonly offset: number;
  /** The colour's chroma relative to the named colour. */
  readonly strength: number;
}

function findNearestName(colour: string): ColourMatch {
  const [l, a, b] = toLab(colour);
  const chroma = Math.hypot(a, b);
  const ranked = NAMED.filter(([name]) => !GREY_NAMES.has(name))
    .map(([name, named]) => {
      const [nl, na, nb] = toLab(named);
      const weaker = Math.hypot(na, nb) - chroma;
      // The part of the distance that is neither lightness nor chroma is hue.
      const hue = Math.sqrt(Math.max(0, (a - na) ** 2 + (b - nb) ** 2 - weaker ** 2));
      const away = Math.hypot(
        WEIGHTS.lightness * (l - nl),
        WEIGHTS.chroma * weaker,
        WEIGHTS.hue * hue,
      );
      return { name, offset: l - nl, strength: chroma / Math.hypot(na, nb), away };
    })
    .toSorted((one, other) => one.away - other.away);
  return ranked[0] ?? { name: 'grey', offset: 0, strength: 1 };
}

/** Names a colour in plain words, such as `deep blue`. */
export function nameColour(colour: string): string {
  const [l, a, b] = toLab(colour);
  if (Math.hypot(a, b) < CHROMA_MIN) {
    return GREYS.find(([above]) => l >= above)?.[1] ?? 'black';
  }
  const { name, offset, strength } = findNearestName(colour);
  if (offset < -STEP) return `deep ${name}`;
  if (offset > STEP) return `pale ${name}`;
  return strength < MUTED_BELOW ? `muted ${name}` : name;
}
