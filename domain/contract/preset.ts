import { Type, type Static } from 'typebox';
import {
  CUSTOMISABLE_BASES,
  CUSTOMISATION,
  READY_PORTRAITS,
  type Customization,
  type Preset,
} from '../catalogue/presets.js';
import { Name, VoiceKey } from './character.js';
import { oneOf } from './common.js';
import type { Issue } from './error.js';

const PRESET_IDS = [...READY_PORTRAITS, ...CUSTOMISABLE_BASES].map(({ base_id }) => base_id);

const options = {
  skin_tone: oneOf(CUSTOMISATION.skin_tone),
  hair_color: oneOf(CUSTOMISATION.hair_color),
  eye_color: oneOf(CUSTOMISATION.eye_color),
  body_type: oneOf(CUSTOMISATION.body_type),
  age_range: oneOf(CUSTOMISATION.age_range),
};

/** Body of POST /v1/characters/preset (spec). A ready portrait ignores `customization`, whatever it is. */
export const CreatePresetSchema = Type.Object(
  {
    name: Name(20),
    base_id: oneOf(PRESET_IDS, { description: 'Of `GET /v1/characters/presets`' }),
    customization: Type.Optional(
      Type.Union([Type.Object(options), Type.Object({})], {
        description: 'Required for customisable bases, ignored for ready portraits',
      }),
    ),
    voice_key: VoiceKey,
  },
  { $id: 'CreatePreset', additionalProperties: false },
);

const entry = {
  base_id: Type.String(),
  name: Type.String(),
  gender: oneOf(['male', 'female']),
  description: Type.String(),
};

/** The preset catalogue (spec). */
export const PresetsSchema = Type.Object(
  {
    object: Type.Literal('list'),
    ready: Type.Array(
      Type.Object({
        ...entry,
        collection: Type.String(),
        image_url: Type.String({ format: 'uri' }),
        customizable: Type.Literal(false),
      }),
    ),
    customizable: Type.Array(
      Type.Object({
        ...entry,
        customizable: Type.Literal(true),
        defaults: Type.Object(options),
      }),
    ),
  },
  { $id: 'Presets' },
);

/**
 * Presents the catalogue.
 * @param publicUrl of the API, which draws and serves the portraits; a CDN of outputs has none of them
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

/** The look that a request chooses: null for a ready portrait, else every option, or what is wrong. */
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
    const message = `must be one of ${allowed.join(', ')}`;
    return [
      {
        path: `${path}.${name}`,
        message: Object.hasOwn(values, name) ? message : `is required: ${message}`,
      },
    ];
  });
  for (const name of Object.keys(values)) {
    if (Object.hasOwn(CUSTOMISATION, name)) continue;
    const message = `is not a known field; known: ${names.join(', ')}`;
    issues.push({ path: `${path}.${name}`, message });
  }
  return issues.length > 0 ? { issues } : { look: given as Customization };
}
