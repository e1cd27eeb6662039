import { Type, type Static } from 'typebox';
import { buildNamedChoice, buildNullable } from './common.js';
import { DAY } from './patterns.js';

/** Possible groupings of usage. */
export type UsageGroup = 'model' | 'type' | 'key' | 'member';

export const UsageGrouping = buildNamedChoice<UsageGroup>('UsageGrouping', 'How usage is grouped', {
  model: 'by model, or by type for work without a model',
  type: 'by type: `image`, `video`, `speech`, `character` (a preset character) or `post`',
  key: 'by API key; dashboard usage is listed under a separate key',
  member: 'by team member; null is the account owner',
});

/** Builds a field for a UTC day in a request or response. */
export const UsageDay = (description: string) => Type.String({ pattern: DAY, description });

/** Usage of one group on one day. */
export const UsageSchema = Type.Object(
  {
    day: UsageDay('Day the requests were accepted (YYYY-MM-DD, UTC)'),
    group: buildNullable(Type.String({ description: 'Model, type, or ID of the key or member' })),
    name: buildNullable(
      Type.String({ description: 'Display name of the key or member. Null for other groups' }),
    ),
    generations: Type.Integer({
      minimum: 0,
      description: 'Number of images, videos and texts to speak accepted',
    }),
    credits: Type.Integer({
      minimum: 0,
      description: 'Credits spent or held. Refunds are subtracted on the day of the charge',
    }),
  },
  { $id: 'Usage', description: 'Usage of one group on one day' },
);
export type UsageBody = Static<typeof UsageSchema>;
