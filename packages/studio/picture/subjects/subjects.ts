import type { HandheldName, SubjectName } from '../words.js';
import { BICYCLES } from './bicycle.js';
import { BUILT } from './built.js';
import type { Drawing } from './drawing.js';
import { FREE } from './free.js';
import { HANDHELD } from './handheld.js';
import { MONUMENTS } from './monument.js';
import { DISHES } from './noodles.js';
import { PEOPLE } from './people.js';
import { PLANTS } from './plants.js';
import { PRODUCTS } from './products.js';
import { SEATED } from './seated.js';
import { WILD } from './wild.js';

/** Everything that can be drawn, by name. */
export const DRAWINGS: Readonly<Record<SubjectName | HandheldName | 'monument', Drawing>> = {
  ...SEATED,
  ...WILD,
  ...FREE,
  ...PLANTS,
  ...BUILT,
  ...BICYCLES,
  ...PRODUCTS,
  ...DISHES,
  ...PEOPLE,
  ...MONUMENTS,
  ...HANDHELD,
};
