/**
 * Names of everything that a portrait may wear or have as background. The compiler checks the
 * tables of drawings against these lists: every name needs a drawing and every drawing a name.
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
