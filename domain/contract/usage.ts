import { Type, type Static } from 'typebox';
import { DAY, buildNamedChoice, buildNullable } from './common.js';

/** Fields by which usage can be grouped. */
export type UsageGroup = 'model' | 'type' | 'key' | 'member';

export const UsageGrouping = buildNamedChoice<UsageGroup>('UsageGrouping', 'How usage is grouped', {
  model: 'by model; work without a model is under its type',
  type: 'by type: `image`, `video`, `character` (a preset character) or `post`',
  key: 'by API key; the dashboard has a separate key',
  member: 'by team member; null is the account holder',
});

/** Builds a field for a UTC day in a request or response. */
export const UsageDay = (description: string) =>
  Type.String({ pattern: DAY, description: `${description}: YYYY-MM-DD, in UTC` });

/** The usage of one group on one day. */
export const UsageSchema = Type.Object(
  {
    day: UsageDay('Day on which the requests were accepted'),
    group: buildNullable(Type.String({ description: 'Model, type, or id of the key or member' })),
    name: buildNullable(
      Type.String({ description: 'Display name of the key or member; otherwise null' }),
    ),
    generations: Type.Integer({ minimum: 0, description: 'Number of accepted images and videos' }),
    credits: Type.Integer({
      minimum: 0,
      description: 'Credits spent or held; a refund is subtracted on the day of its charge',
    }),
  },
  { $id: 'Usage', description: 'The usage of one group on one day' },
);
export type UsageBody = Static<typeof UsageSchema>;
