import { Type } from 'typebox';
import { GenerationType } from './choices.js';
import {
  buildNamedChoice,
  buildPageQuery,
  PrefixedId,
  SubjectId,
  withDescription,
} from './common.js';
import { ARCHIVE_IDS } from './patterns.js';
import { GenerationState } from './generation-parts.js';
import { MetadataFilter } from './metadata.js';
import { Moment } from './moment.js';

const ListOrder = buildNamedChoice('ListOrder', 'Order of a list by creation time', {
  desc: 'newest first',
  asc: 'oldest first',
});

/** Query of GET /v1/generations. */
export const GenerationFilterSchema = Type.Object(
  {
    ids: Type.Optional(
      Type.String({
        pattern: ARCHIVE_IDS,
        description: 'Only generations with these IDs: 1 to 100, separated by commas',
      }),
    ),
    type: Type.Optional(withDescription(GenerationType, 'Only generations of this type')),
    status: Type.Optional(withDescription(GenerationState, 'Only generations with this status')),
    model: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 100,
        description: 'Only generations made with this model',
      }),
    ),
    character_id: Type.Optional(SubjectId('Only generations with this saved character')),
    favorite: Type.Optional(
      Type.Boolean({ description: 'Only favorites, or with `false` only the others' }),
    ),
    collection: Type.Optional(PrefixedId('col', 'Only generations in this collection')),
    q: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 200,
        description:
          'Only generations whose title and prompt contain all of these words, in any order. Ignores case and matches parts of words',
      }),
    ),
    metadata: MetadataFilter,
    created_after: Type.Optional(Moment('Only generations created at or after this time')),
    created_before: Type.Optional(Moment('Only generations created before this time')),
    order: Type.Optional(
      withDescription(ListOrder, 'Order by creation time. Default `desc`. Keep it for all pages'),
    ),
    ...buildPageQuery('Default 20.'),
  },
  { additionalProperties: false },
);
