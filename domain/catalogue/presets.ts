import { READY_ROWS } from './ready-portraits.js';

/**
 * Preset characters: ready portraits, and bases whose appearance the caller chooses. The shapes and
 * colours of an entry are in the code that draws it (packages/studio/portraits).
 */

/** A base's options and their values. */
export const CUSTOMISATION = {
  skin_tone: ['light', 'medium'],
  hair_color: ['black', 'brown', 'blonde'],
  eye_color: ['brown', 'green', 'blue'],
  body_type: ['slim', 'average', 'athletic'],
  age_range: ['young', 'middle', 'mature'],
} as const;

/** One selected value per option. */
export type Customization = {
  readonly [Option in keyof typeof CUSTOMISATION]: (typeof CUSTOMISATION)[Option][number];
};

interface Entry {
  readonly base_id: string;
  readonly name: string;
  readonly gender: 'male' | 'female';
  /** Two or three sentences; for a base, only traits that no option changes. */
  readonly description: string;
}

export interface ReadyPortrait extends Entry {
  readonly collection: string;
  readonly customizable: false;
}

export interface CustomisableBase extends Entry {
  readonly customizable: true;
  readonly defaults: Customization;
}

export const READY_PORTRAITS: readonly ReadyPortrait[] = READY_ROWS.map((row) => ({
  ...row,
  customizable: false,
}));

const BASE_ROWS = [
  {
    base_id: 'base_clara',
    name: 'Clara',
    gender: 'female',
    description:
      'A woman with an oval face, softly arched brows and full lips. Her long straight hair is parted in the middle and falls over her shoulders. She wears a sage green top with a round neckline before a plain studio wall.',
    customizable: true,
    defaults: {
      skin_tone: 'light',
      hair_color: 'brown',
      eye_color: 'green',
      body_type: 'average',
      age_range: 'young',
    },
  },
  {
    base_id: 'base_rosa',
    name: 'Rosa',
    gender: 'female',
    description:
      'A woman with a round face, strong brows and a wide smile. Her thick curly hair reaches her shoulders. She wears a terracotta shirt with an open collar before a plain studio wall.',
    customizable: true,
    defaults: {
      skin_tone: 'medium',
      hair_color: 'black',
      eye_color: 'brown',
      body_type: 'average',
      age_range: 'middle',
    },
  },
  {
    base_id: 'base_leo',
    name: 'Leo',
    gender: 'male',
    description:
      'A clean-shaven man with a square jaw, straight brows and a calm smile. His short hair has a side parting and is combed over. He wears a navy crew-neck sweater before a plain studio wall.',
    customizable: true,
    defaults: {
      skin_tone: 'light',
      hair_color: 'blonde',
      eye_color: 'blue',
      body_type: 'athletic',
      age_range: 'young',
    },
  },
  {
    base_id: 'base_theo',
    name: 'Theo',
    gender: 'male',
    description:
      'A man with a long face, heavy brows and a short full beard. His wavy hair reaches his ears and is swept back. He wears a burgundy shirt buttoned to the neck before a plain studio wall.',
    customizable: true,
    defaults: {
      skin_tone: 'medium',
      hair_color: 'brown',
      eye_color: 'brown',
      body_type: 'slim',
      age_range: 'middle',
    },
  },
] as const satisfies readonly CustomisableBase[];

export const CUSTOMISABLE_BASES: readonly CustomisableBase[] = BASE_ROWS;

export type Preset = ReadyPortrait | CustomisableBase;

/** Every id in the catalogue. A table by id does not compile if it lacks one of them. */
export type PresetId = (typeof READY_ROWS | typeof BASE_ROWS)[number]['base_id'];

const PRESETS: ReadonlyMap<string, Preset> = new Map(
  [...READY_PORTRAITS, ...CUSTOMISABLE_BASES].map((preset) => [preset.base_id, preset]),
);

/** Returns the entry with an id, or null if the id is unknown. */
export function findPreset(baseId: string): Preset | null {
  return PRESETS.get(baseId) ?? null;
}

const AGES: Readonly<Record<Customization['age_range'], string>> = {
  young: 'in their twenties',
  middle: 'in their forties',
  mature: 'in the sixties, with lines in the face and grey strands in the hair',
};
const BODIES: Readonly<Record<Customization['body_type'], string>> = {
  slim: 'a slim build',
  average: 'an average build',
  athletic: 'an athletic build',
};

/** Describes a character made from a preset: the description, and for a base the chosen options. */
export function describePreset(preset: Preset, choice: Customization | null): string {
  if (!preset.customizable) return preset.description;
  const { skin_tone, hair_color, eye_color, body_type, age_range } = choice ?? preset.defaults;
  const traits = `${skin_tone} skin, ${hair_color} hair, ${eye_color} eyes and ${BODIES[body_type]}`;
  return `${preset.description} The person has ${traits}, and is ${AGES[age_range]}.`;
}
