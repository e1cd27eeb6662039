import { Type } from 'typebox';
import { about, listOf, pageQuery } from '../../domain/contract/common.js';
import { UsageDay, UsageGrouping, UsageSchema } from '../../domain/contract/usage.js';
import { contract } from '../contract.js';

export const getUsage = contract({
  id: 'getUsage',
  method: 'GET',
  path: '/v1/usage',
  summary: 'Read what was used, day by day',
  description:
    'By day and group, the newest day first; days without use are left out. Deleted generations still count. Fees of connected accounts are not in it.',
  tag: 'Account',
  scope: 'read',
  idempotency: 'none',
  status: 200,
  query: Type.Object(
    {
      from: Type.Optional(UsageDay('First day; without it 29 days before the last')),
      to: Type.Optional(UsageDay('Last day; without it today')),
      group_by: Type.Optional(about(UsageGrouping, 'Without it: by model')),
      ...pageQuery('Without it: all of them.'),
    },
    { additionalProperties: false },
  ),
  response: listOf('UsageList', UsageSchema, 'Newest day first, and the most credits first'),
  errors: [],
  tool: {
    name: 'get_usage',
    title: 'Read what was spent',
    description:
      'Generations and credits by day, grouped by model, type, key or member, newest day first. Free. For the spend of this month let `from` be its first day, as YYYY-MM-DD in UTC, and add up `credits`.',
  },
});
