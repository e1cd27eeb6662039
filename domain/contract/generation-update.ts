import { Type, type Static } from 'typebox';
import { buildNullable } from './common.js';
import { PRINTABLE } from './printable.js';

const TITLE_MAX = 120;

/** Body of PATCH /v1/generations/{id}. */
export const UpdateGenerationSchema = Type.Object(
  {
    title: Type.Optional(
      buildNullable(
        Type.String({ minLength: 1, maxLength: TITLE_MAX, pattern: PRINTABLE }),
        'A title in one line. Null removes it',
      ),
    ),
    favorite: Type.Optional(Type.Boolean({ description: 'Whether the generation is a favorite' })),
  },
  { $id: 'UpdateGeneration', description: 'Changes to a generation', additionalProperties: false },
);
export type UpdateGenerationBody = Static<typeof UpdateGenerationSchema>;
