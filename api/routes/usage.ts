import { Type } from 'typebox';
import { withDescription, buildListSchema, buildPageQuery } from '../../domain/contract/common.js';
import { UsageDay, UsageGrouping, UsageSchema } from '../../domain/contract/usage.js';
import { defineContract } from '../contract.js';

const days = {
  from: Type.Optional(UsageDay('First day (YYYY-MM-DD, UTC). Defaults to 29 days before `to`.')),
  to: Type.Optional(UsageDay('Last day (YYYY-MM-DD, UTC). Defaults to today.')),
};

export const getUsage = defineContract({
  id: 'getUsage',
  method: 'GET',
  path: '/v1/usage',
  summary: 'List usage by day',
  description:
    'Returns usage by day and group, newest day first. Days without usage are omitted. Deleted generations still count. Fees for connected social accounts are not included.',
  tag: 'Account',
  scope: 'read',
  idempotency: 'none',
  status: 200,
  query: Type.Object(
    {
      ...days,
      group_by: Type.Optional(
        withDescription(UsageGrouping, 'How to group usage. Default: `model`'),
      ),
      ...buildPageQuery('Default: all entries.'),
    },
    { additionalProperties: false },
  ),
  response: buildListSchema('UsageList', UsageSchema, 'Newest day first, then most credits first'),
  errors: [],
  tool: {
    name: 'get_usage',
    title: 'Get usage and spend',
    description:
      'Returns generations and credits by day, grouped by model, type, key or member, newest day first. Free. For the spend of this month, set `from` to its first day (YYYY-MM-DD, UTC) and add up `credits`.',
  },
});

export const exportUsage = defineContract({
  id: 'exportUsage',
  method: 'GET',
  path: '/v1/usage/export',
  summary: 'Export the cost of each generation and post as CSV',
  description:
    'Streams one line per generation, newest first, with `metadata` as JSON. Lines for posts need the scope `social`. Deleted generations are missing. An account can download up to three exports or archives at the same time.',
  tag: 'Account',
  scope: 'read',
  idempotency: 'none',
  status: 200,
  query: Type.Object(days, { additionalProperties: false }),
  response: Type.String({
    description:
      'CSV with the columns id, created_at (ISO 8601), type, model, status, key_id, credits, refunded_credits and metadata',
  }),
  answers: 'text/csv',
  errors: [],
});
