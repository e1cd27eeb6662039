/**
 * What a portrait may wear and stand before, by name. The tables of drawings are held against these
 * lists: a name without a drawing does not compile, nor a drawing without a name.
 */

export type HairStyle =
  | 'straight'
  | 'waves'
  | 'bob'
  | 'lob'
  | 'bun'
  | 'curly'
  | 'afro'
  | 'tousled'
  | 'fade'
  | 'shaved'
  | 'undercut'
  | 'swept'
  | 'parted'
  | 'wavy'
  | 'cap'
  | 'scarf';

export type BeardName = 'stubble' | 'short' | 'full' | 'long';

export type OutfitName =
  | 'turtleneck'
  | 'sweater'
  | 'tee'
  | 'top'
  | 'blouse'
  | 'shirt'
  | 'buttoned'
  | 'denim'
  | 'bomber'
  | 'hoodie'
  | 'blazer'
  | 'suit'
  | 'parka';

export type ExtraName = 'hoops' | 'studs' | 'roundGlasses' | 'thinGlasses' | 'headphones';

export type BackdropName = 'studio' | 'street' | 'night' | 'office' | 'sea' | 'dunes' | 'mountains';
