import { Type, type Static } from 'typebox';
import {
  CUSTOMISABLE_BASES,
  CUSTOMISATION,
  READY_PORTRAITS,
  type Customization,
  type Preset,
} from '../catalogue/presets.js';
import { Name, VoiceKey } from './character.js';
import { Gender } from './choices.js';
import { buildNamedChoice, ObjectName } from './common.js';
import type { Issue } from './refusal.js';

const PRESETS = [...READY_PORTRAITS, ...CUSTOMISABLE_BASES];

const PresetId = buildNamedChoice<string>(
  'PresetId',
  'A preset from `GET /v1/characters/presets`',
  Object.fromEntries(
    PRESETS.map(({ base_id, name, gender, customizable }) => [
      base_id,
      `${name}, ${gender}, ${customizable ? 'customizable' : 'ready-made'}`,
    ]),
  ),
);

type CustomizationTexts = {
  [Option in keyof Customization]: Record<Customization[Option], string>;
};

/** Appearance of each choice. */
const LOOKS: CustomizationTexts = {
  skin_tone: { light: 'light skin', medium: 'medium skin' },
  hair_color: { black: 'black hair', brown: 'brown hair', blonde: 'blonde hair' },
  eye_color: { brown: 'brown eyes', green: 'green eyes', blue: 'blue eyes' },
  body_type: { slim: 'a slim build', average: 'an average build', athletic: 'an athletic build' },
  age_range: { young: 'in their twenties', middle: 'in their forties', mature: 'in their sixties' },
};

const CustomizationSchema = Type.Object(
  {
    skin_tone: buildNamedChoice('SkinTone', 'Skin tone', LOOKS.skin_tone),
    hair_color: buildNamedChoice('HairColor', 'Hair color', LOOKS.hair_color),
    eye_color: buildNamedChoice('EyeColor', 'Eye color', LOOKS.eye_color),
    body_type: buildNamedChoice('BodyType', 'Body type', LOOKS.body_type),
    age_range: buildNamedChoice('AgeRange', 'Age range', LOOKS.age_range),
  },
  {
    $id: 'Customization',
    description: 'The appearance of a customizable base. All options are required',
  },
);

/** Body of POST /v1/characters/preset. A ready portrait ignores any `customization`. */
export const CreatePresetSchema = Type.Object(
  {
    name: Name(20),
    base_id: PresetId,
    customization: Type.Optional(
      Type.Union([CustomizationSchema, Type.Object({}, { description: 'Ignored' })], {
        description: 'Required for customizable bases, ignored for ready-made portraits',
      }),
    ),
    voice_key: VoiceKey,
  },
  {
    $id: 'CreatePreset',
    description: 'A character to create from a preset',
    additionalProperties: false,
  },
);

const entry = {
  base_id: Type.String({ description: 'Value to use as `base_id` when you create a character' }),
  name: Type.String({ description: 'Display name' }),
  gender: Gender,
  description: Type.String({ description: 'Description of the portrait' }),
};

const ReadySchema = Type.Object(
  {
    ...entry,
    collection: Type.String({ description: 'The collection the portrait belongs to' }),
    image_url: Type.String({ format: 'uri', description: 'URL of the portrait' }),
    customizable: Type.Literal(false, { description: 'Always false' }),
  },
  { $id: 'ReadyPortrait', description: 'A ready-made portrait' },
);

const BaseSchema = Type.Object(
  {
    ...entry,
    customizable: Type.Literal(true, { description: 'Always true' }),
    defaults: CustomizationSchema,
  },
  { $id: 'CustomisableBase', description: 'A base portrait whose appearance you choose' },
);

/** The preset catalogue. */
export const PresetsSchema = Type.Object(
  {
    object: ObjectName('list'),
    ready: Type.Array(ReadySchema, { description: 'Ready-made portraits' }),
    customizable: Type.Array(BaseSchema, {
      description: 'Base portraits whose appearance you choose',
    }),
  },
  { $id: 'Presets', description: 'All presets' },
);

/**
 * Presents the catalogue.
 * @param publicUrl address of the API, which draws and serves the portraits; the CDN for outputs
 * does not have them
 */
export function presentPresets(publicUrl: string): Static<typeof PresetsSchema> {
  return {
    object: 'list',
    ready: READY_PORTRAITS.map((one) => ({
      base_id: one.base_id,
      name: one.name,
      gender: one.gender,
      description: one.description,
      collection: one.collection,
      image_url: `${publicUrl}/media/presets/${one.base_id}.webp`,
      customizable: false,
    })),
    customizable: CUSTOMISABLE_BASES.map((one) => ({
      base_id: one.base_id,
      name: one.name,
      gender: one.gender,
      description: one.description,
      customizable: true,
      defaults: { ...one.defaults },
    })),
  };
}

/**
 * Reads the appearance from a request: null for a ready portrait, otherwise a value for every
 * option, or the problems.
 */
export function readCustomization(
  preset: Preset,
  given: object | undefined,
): { readonly look: Customization | null } | { readonly issues: readonly Issue[] } {
  if (!preset.customizable) return { look: null };
  const path = 'body.customization';
  const names = Object.keys(CUSTOMISATION) as (keyof Customization)[];
  if (given === undefined) {
    const message = `is required for ${preset.base_id}, with ${names.join(', ')}`;
    return { issues: [{ path, message }] };
  }
  const values = given as Record<string, unknown>;
  const issues: Issue[] = names.flatMap((name) => {
    const allowed: readonly unknown[] = CUSTOMISATION[name];
    if (Object.hasOwn(values, name) && allowed.includes(values[name])) return [];
    const choice = `one of ${allowed.join(', ')}`;
    const isGiven = Object.hasOwn(values, name) && values[name] !== null;
    const message = isGiven ? `must be ${choice}` : `is required: send ${choice}`;
    return [{ path: `${path}.${name}`, message }];
  });
  for (const name of Object.keys(values)) {
    if (Object.hasOwn(CUSTOMISATION, name)) continue;
    const message = `is not a known field; use ${names.join(', ')}`;
    issues.push({ path: `${path}.${name}`, message });
  }
  return issues.length > 0 ? { issues } : { look: given as Customization };
}
