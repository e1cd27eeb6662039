import { tokens } from './tokens.js';
import * as words from './words.js';

/**
 * Checks whether the renderer can draw a prompt's subject; the renderer knows a short list of
 * words.
 */

const splitWordSet = (text: string): ReadonlySet<string> => new Set(text.split(/\s+/));

/** Words that start a name, as in "an axolotl". */
const ARTICLES = splitWordSet(
  'a an one two three four five some my our his her their the this that',
);

/** Words between two nouns, which end the first noun's name. */
const BREAKS = splitWordSet(
  `in on at by of with without and or but from to into onto over under near beside behind before
   after through across along around above below between against inside outside for as while who
   that which is are was were be has have had wearing holding`,
);

/** Words for the kind of picture or for containers: "a photo of", "a plate of". */
const FRAMES = splitWordSet(
  `photo photograph photography picture image shot closeup close up portrait headshot face selfie
   drawing painting illustration render poster wallpaper scene view style bowl plate piece pile
   group row set kind sort pair bunch basket lot`,
);

/**
 * Words that cannot be a subject: auxiliary words, unnamed people, and adjectives about pictures.
 */
const EMPTY = splitWordSet(
  `i me you he him she it we us they them your its not no very really please just more less only
   make draw create generate show give paint design want need look add put place let new old big
   small tiny little large huge tall long short young cute beautiful pretty happy sad angry
   realistic photorealistic cinematic detailed highly ultra sharp soft warm cold dramatic epic
   serene calm quiet peaceful cosy cozy elegant modern minimal minimalist simple clean plain
   professional natural light lighting bright dark colourful colorful vivid pastel high low quality
   best masterpiece hour time day k hd uhd dslr bokeh depth full wide front back side top bottom left right
   center centre middle background foreground looking sitting standing walking running smiling
   wearing holding flying swimming playing sleeping something anything nothing everything
   someone product item test blank empty white`,
);

const isDrawn = (word: string): boolean =>
  words.SUBJECT_OF.has(word) || words.GROUND_OF.has(word) || words.BACKDROP_OF.has(word);

const isKnown = (word: string): boolean =>
  isDrawn(word) || words.WEATHER_OF.has(word) || words.LIGHT_OF.has(word);

const isEmpty = (word: string): boolean =>
  EMPTY.has(word) || words.COLOUR_OF.has(word) || words.NUMBER_OF.has(word);

/** A run of words that names at most one thing. */
interface Phrase {
  /** Whether the phrase has an article before it or a description after it. */
  readonly isNoun: boolean;
  readonly known: boolean;
  /**
   * Whether the phrase is a thing or place that is visible in the picture, not weather or light.
   */
  readonly drawn: boolean;
  readonly unknown: readonly string[];
}

function buildPhrase(stretch: readonly string[], end: string | null): Phrase {
  const own = end === 'of' ? stretch.filter((word) => !FRAMES.has(word)) : stretch;
  const rest = own.filter((word) => !ARTICLES.has(word) && !isEmpty(word));
  return {
    isNoun: end !== null || stretch.some((word) => ARTICLES.has(word)),
    known: rest.some(isKnown),
    drawn: rest.some(isDrawn),
    unknown: rest.filter((word) => !isKnown(word) && !FRAMES.has(word)),
  };
}

/** Splits a prompt into phrases that can contain a subject. */
function splitIntoPhrases(prompt: string): readonly Phrase[] {
  const phrases = prompt.split(/[^\p{L}\p{M}\s'’-]+/u).flatMap((clause) => {
    const found: Phrase[] = [];
    let stretch: string[] = [];
    for (const word of tokens(clause)) {
      if (BREAKS.has(word)) {
        found.push(buildPhrase(stretch, word));
        stretch = [];
      } else {
        stretch.push(word);
      }
    }
    return [...found, buildPhrase(stretch, null)];
  });
  return phrases.filter(({ known, unknown }) => known || unknown.length > 0);
}

/** Maximum number of words reported from a name. */
const WORDS_MAX = 4;
const LETTERS_MAX = 40;

/** A prompt's main subject that the renderer does not know. */
export interface UnknownSubject {
  /** The caller's words for the subject, in lower case. */
  readonly name: string;
  /** True if nothing else in the prompt can be drawn either. */
  readonly alone: boolean;
}

/**
 * Finds a prompt's main subject if the renderer does not know it: the first noun, judged by the
 * words around it, else the first name.
 * @param hasPictures a picture shows the main subject, so one known word is enough
 * @returns null if the subject is known or the prompt contains none
 */
export function findUnknownSubject(prompt: string, hasPictures: boolean): UnknownSubject | null {
  const phrases = splitIntoPhrases(prompt);
  const main = phrases.find(({ isNoun }) => isNoun) ?? phrases[0];
  if (main === undefined || main.known) return null;
  if (hasPictures && phrases.some(({ known }) => known)) return null;
  return {
    name: main.unknown.slice(0, WORDS_MAX).join(' ').slice(0, LETTERS_MAX),
    alone: !phrases.some(({ drawn }) => drawn),
  };
}
