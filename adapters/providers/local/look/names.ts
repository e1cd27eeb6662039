import { toLab } from '../picture/colour.js';
import { COLOUR_OF } from '../picture/words.js';

/** First word of each colour that prompts may use, so that a description can be drawn again. */
const NAMED: readonly (readonly [name: string, colour: string])[] = [
  ...new Map([...COLOUR_OF].toReversed().map(([word, colour]) => [colour, word])),
].map(([colour, name]) => [name, colour]);

/** Below this a colour is a grey, named by its lightness alone. */
const CHROMA_MIN = 0.028;
const GREYS: readonly (readonly [above: number, name: string])[] = [
  [0.93, 'white'],
  [0.75, 'light grey'],
  [0.45, 'grey'],
  [0.24, 'dark grey'],
  [0, 'black'],
];
const GREY_NAMES = new Set(['white', 'black', 'grey', 'silver', 'cream', 'sepia']);
/** From here on a colour is lighter or darker than its name says. */
const STEP = 0.12;

function nearest(colour: string): readonly [name: string, offset: number] {
  const [l, a, b] = toLab(colour);
  const ranked = NAMED.filter(([name]) => !GREY_NAMES.has(name))
    .map(([name, named]) => {
      const [nl, na, nb] = toLab(named);
      // Lightness counts less: it has words of its own.
      return {
        name,
        offset: l - nl,
        away: Math.hypot(0.5 * (l - nl), 1.6 * (a - na), 1.6 * (b - nb)),
      };
    })
    .toSorted((one, other) => one.away - other.away);
  const best = ranked[0];
  return best === undefined ? ['grey', 0] : [best.name, best.offset];
}

/** A colour in plain words, such as `deep blue`. */
export function nameOf(colour: string): string {
  const [l, a, b] = toLab(colour);
  if (Math.hypot(a, b) < CHROMA_MIN) {
    return GREYS.find(([above]) => l >= above)?.[1] ?? 'black';
  }
  const [name, offset] = nearest(colour);
  if (offset < -STEP) return `deep ${name}`;
  return offset > STEP ? `pale ${name}` : name;
}
