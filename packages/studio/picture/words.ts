/**
 * The renderer's vocabulary, as data: meaning -> its words. Adding a word means adding it to a row.
 * Plurals need no row; one word may mean several things (snow: ground and weather).
 */

const LIGHTS = {
  dawn: 'dawn sunrise morning spring daybreak',
  day: 'day noon midday afternoon sunny daylight summer bright',
  sunset: 'sunset evening autumn warm sundown',
  dusk: 'dusk twilight moody neon romantic storm stormy thunder lightning thunderstorm',
  night: 'night midnight moonlight moonlit moon star starry dark aurora galaxy space cyberpunk',
} as const;

const BACKDROPS = {
  mountains: 'mountain alp alpine peak fjord summit himalaya cliff',
  hills: 'hill valley countryside farm vineyard village',
  city: 'city skyline town skyscraper downtown urban metropolis tokyo york rooftop roof street',
  forest: 'forest wood jungle taiga woodland grove',
  mesas: 'canyon mesa mars desert',
  pyramids: 'pyramid egypt cairo',
} as const;

const GROUNDS = {
  meadow: 'meadow field grass garden park prairie',
  snow: 'snow snowy winter ice arctic frozen christmas',
  sea: 'sea ocean water wave bay harbour harbor underwater',
  lake: 'lake river pond fjord reflection lagoon',
  beach: 'beach coast shore island tropical',
  desert: 'desert dune sand sahara egypt cairo canyon mars pyramid',
  woodland: 'forest wood jungle woodland grove taiga',
  street: 'city street road skyline downtown urban metropolis tokyo york cyberpunk',
  roof: 'roof rooftop chimney',
  table: 'table marble studio desk product pedestal packshot kitchen indoors shelf',
} as const;

const WEATHERS = {
  rain: 'rain rainy drizzle umbrella wet raining',
  storm: 'storm thunder lightning thunderstorm stormy',
  snowfall: 'snow snowy snowing snowfall blizzard winter christmas',
  mist: 'mist misty fog foggy haze hazy smoke',
  clouds: 'cloud cloudy overcast sky',
  stars: 'star starry galaxy space constellation milky',
  petals: 'blossom sakura petal wedding romantic cherry',
  leaves: 'autumn fall leaf leaves windy wind',
  aurora: 'aurora northern borealis',
  fireflies: 'firefly fireflies magic magical fairy enchanted',
} as const;

const COLOURS = {
  '#d7263d': 'red ruby',
  '#a8122f': 'crimson burgundy maroon wine',
  '#f03a24': 'scarlet vermilion',
  '#f07c1e': 'orange ginger tangerine',
  '#ff7256': 'coral salmon',
  '#ffb38a': 'peach apricot',
  '#ffb000': 'amber honey',
  '#b8693d': 'copper bronze rust',
  '#f7d51d': 'yellow lemon',
  '#e0a526': 'gold golden mustard',
  '#2e9e4f': 'green',
  '#0f9d6b': 'emerald jade',
  '#808a2b': 'olive khaki moss',
  '#a4d432': 'lime chartreuse',
  '#8fe0bd': 'mint',
  '#0f8f8c': 'teal petrol',
  '#2cc7be': 'turquoise aqua',
  '#1fc4e8': 'cyan',
  '#2a6fdb': 'blue sapphire',
  '#1b2f6b': 'navy',
  '#3f9df5': 'azure cerulean',
  '#2048c0': 'cobalt ultramarine',
  '#4635a8': 'indigo',
  '#8034b5': 'purple plum',
  '#7a4be0': 'violet',
  '#b39ae8': 'lavender lilac mauve',
  '#d4249c': 'magenta fuchsia',
  '#f582ae': 'pink',
  '#7c4a28': 'brown chocolate',
  '#8a6642': 'sepia vintage',
  '#d9c3a0': 'beige tan ivory',
  '#f3e6c8': 'cream blond blonde',
  '#f6f4ef': 'white',
  '#14141a': 'black',
  '#868a91': 'grey gray monochrome',
  '#b9c0c9': 'silver',
} as const;

const SUBJECTS = {
  fox: 'fox vixen',
  cat: 'cat kitten kitty',
  dog: 'dog puppy hound wolf retriever labrador poodle corgi terrier husky dachshund beagle bulldog spaniel collie pug',
  bear: 'bear panda',
  rabbit: 'rabbit bunny hare',
  deer: 'deer stag elk reindeer doe',
  horse: 'horse pony stallion foal',
  owl: 'owl',
  bird: 'bird robin sparrow finch parrot crow raven',
  flock: 'gull seagull swallow flock geese crane',
  whale: 'whale orca dolphin',
  fish: 'fish koi goldfish',
  butterfly: 'butterfly moth butterflies',
  tree: 'tree oak maple birch',
  blossom: 'blossom sakura cherry',
  pine: 'pine fir spruce christmas',
  palm: 'palm coconut',
  cactus: 'cactus cacti saguaro',
  flower: 'flower tulip rose sunflower poppy daisy bouquet floral',
  mushroom: 'mushroom toadstool',
  house: 'house cabin cottage hut home barn',
  lighthouse: 'lighthouse beacon',
  castle: 'castle palace fortress tower',
  windmill: 'windmill mill',
  boat: 'boat ship sailboat yacht sailing sail regatta',
  car: 'car automobile vehicle van taxi',
  balloon: 'balloon',
  bicycle: 'bicycle bike cycle',
  rocket: 'rocket spaceship spacecraft',
  perfume: 'perfume fragrance cologne serum skincare',
  bottle: 'bottle beer drink juice soda',
  noodles: 'noodle noodles ramen udon soba spaghetti pasta',
  cup: 'cup mug coffee tea cappuccino espresso',
  vase: 'vase jar pot ceramic',
  sneaker: 'shoe sneaker trainer boot',
  handbag: 'bag handbag purse backpack',
  person: 'person man woman girl boy child hiker traveler traveller astronaut people couple human',
  bust: 'portrait face headshot selfie model',
} as const;

export type Light = keyof typeof LIGHTS;
export type Backdrop = keyof typeof BACKDROPS;
export type Ground = keyof typeof GROUNDS;
export type Weather = keyof typeof WEATHERS;
export type SubjectName = keyof typeof SUBJECTS;
/** Things without words here: they are drawn only in the hand of a given person. */
export type HandheldName = 'book' | 'phone' | 'ball';

/** Turns meaning -> words into word -> meaning. */
function indexByWord<M extends string>(rows: Readonly<Record<M, string>>): ReadonlyMap<string, M> {
  const index = new Map<string, M>();
  for (const meaning of Object.keys(rows) as M[]) {
    for (const word of rows[meaning].split(' ')) index.set(word, meaning);
  }
  return index;
}

export const LIGHT_OF = indexByWord<Light>(LIGHTS);
export const BACKDROP_OF = indexByWord<Backdrop>(BACKDROPS);
export const GROUND_OF = indexByWord<Ground>(GROUNDS);
export const WEATHER_OF = indexByWord<Weather>(WEATHERS);
/** Each colour word with its `#rrggbb`. */
export const COLOUR_OF = indexByWord<keyof typeof COLOURS>(COLOURS);
export const SUBJECT_OF = indexByWord<SubjectName>(SUBJECTS);

export const NUMBER_OF: ReadonlyMap<string, number> = new Map([
  ['two', 2],
  ['pair', 2],
  ['couple', 2],
  ['three', 3],
  ['several', 3],
  ['four', 4],
  ['herd', 4],
  ['many', 5],
  ['five', 5],
]);
