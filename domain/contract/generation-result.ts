import { Type } from 'typebox';
import { buildNullable } from './common.js';

export const ResultSchema = Type.Object(
  {
    url: Type.String({
      format: 'uri',
      description: 'URL of the full file, WebP or MP4. Valid until the generation is deleted',
    }),
    thumbnail_url: buildNullable(
      Type.String({ format: 'uri', description: 'URL of a small preview, if there is one' }),
    ),
    library_url: buildNullable(
      Type.String({
        format: 'uri',
        description: "URL of the generation's page in the dashboard. Requires signing in",
      }),
    ),
  },
  { $id: 'GenerationResult', description: 'The files of a completed generation' },
);
