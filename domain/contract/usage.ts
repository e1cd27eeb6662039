import { Type, type Static } from 'typebox';
import { DAY, namedChoice, nullable } from './common.js';

/** By what usage can be added up. */
export type UsageGroup = 'model' | 'type' | 'key' | 'member';

export const UsageGrouping = namedChoice<UsageGroup>('UsageGrouping', 'By what usage is added up', {
  model: 'by model; what no model makes is under its type',
  type: 'by what it was for: `image`, `video`, `character` (a preset character) or `post`',
  key: 'by API key; what people do in the dashboard is under a key of their own',
  member: 'by team member; null is the account itself',
});

/** A day as a request names it. */
export const UsageDay = (description: string) =>
  Type.String({ pattern: DAY, description: `${description}: YYYY-MM-DD, in UTC` });

/** What one group has used on one day. */
export const UsageSchema = Type.Object(
  {
    day: UsageDay('The day on which it was accepted'),
    group: nullable(Type.String({ description: 'Model, type, or id of the key or member' })),
    name: nullable(Type.String({ description: 'Of a key or member, for people' })),
    generations: Type.Integer({ minimum: 0, description: 'Images and videos that were accepted' }),
    credits: Type.Integer({
      minimum: 0,
      description: 'Credits that are spent or held; refunds are taken off the day of the charge',
    }),
  },
  { $id: 'Usage', description: 'What one group has used on one day' },
);
export type UsageBody = Static<typeof UsageSchema>;
