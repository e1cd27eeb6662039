import { Type, type Static } from 'typebox';
import {
  withDescription,
  buildNamedChoice,
  buildNullable,
  ObjectName,
  buildPageQuery,
  PrefixedId,
  UnixMs,
} from './common.js';

const count = (description: string) => Type.Integer({ description });

/** An upstream provider: its health and its cost. */
export const AdminProviderSchema = Type.Object(
  {
    object: ObjectName('admin_provider'),
    provider: Type.String({ description: 'Provider name' }),
    upstream_model: buildNullable(
      Type.String({ description: "The provider's ID for the model. Null if it has none" }),
    ),
    failures: count('Number of consecutive failures'),
    rests_until: buildNullable(
      UnixMs('Until this time, other providers are tried first', 'Null while it is healthy'),
    ),
    orders: count('Number of jobs in the last 30 days'),
    cost_usd: Type.Number({
      description: 'Cost of those jobs in US dollars, if the provider reports costs',
    }),
  },
  { $id: 'AdminProvider', description: 'An upstream provider of a model' },
);
export type AdminProviderBody = Static<typeof AdminProviderSchema>;

export const AdminProviderList = Type.Object(
  {
    object: ObjectName('list'),
    data: Type.Array(AdminProviderSchema, { description: 'Ordered by name' }),
    next_cursor: Type.Null({ description: 'Always null: there is only one page' }),
  },
  { $id: 'AdminProviderList', description: 'All upstream providers' },
);

const AdminRunKind = buildNamedChoice<'generation' | 'social_post'>(
  'AdminRunKind',
  'Kind of work',
  {
    generation: 'an image or a video',
    social_post: 'a post on social platforms',
  },
);

const AdminRunState = buildNamedChoice<'failed' | 'stuck'>('AdminRunState', 'The problem', {
  failed: 'failed generations',
  stuck: 'unfinished work whose workflow run reports no activity',
});

/** A failed or stuck generation or post. */
export const AdminRunSchema = Type.Object(
  {
    id: Type.String({ description: 'ID of the generation or post' }),
    object: ObjectName('admin_run'),
    kind: withDescription(AdminRunKind, 'Kind of work'),
    account_id: PrefixedId('acc', 'The account that requested the work'),
    account_name: Type.String({ description: 'Name of the account. Can be empty' }),
    status: Type.String({ description: 'Status of the generation or post' }),
    error_code: buildNullable(Type.String({ description: 'Reason for the failure' })),
    created_at: UnixMs('Time the request was accepted'),
    run_seen_at: buildNullable(UnixMs('Time the workflow run last reported activity')),
    temporal_url: buildNullable(
      Type.String({ description: 'URL of the workflow run in the Temporal UI' }),
    ),
  },
  { $id: 'AdminRun', description: 'A failed or stuck generation or post' },
);
export type AdminRunBody = Static<typeof AdminRunSchema>;

export const AdminRunQuery = Type.Object(
  {
    state: withDescription(AdminRunState, 'Which problem to list'),
    error_code: Type.Optional(
      Type.String({ maxLength: 40, description: 'Only failed generations with this error code' }),
    ),
    model: Type.Optional(
      Type.String({ maxLength: 80, description: 'Only failed generations of this model' }),
    ),
    ...buildPageQuery('Default 50.'),
  },
  { additionalProperties: false },
);

const CauseSide = buildNamedChoice<'service' | 'request'>('CauseSide', 'The side to mend', {
  service: 'the service or an upstream provider failed',
  request: 'the request could not be fulfilled, for example because its content was blocked',
});

/** Failed generations of one model with the same error code. */
export const AdminCauseSchema = Type.Object(
  {
    object: ObjectName('admin_cause'),
    error_code: Type.String({ description: 'Reason for the failures' }),
    model: Type.String({ description: 'Requested model' }),
    side: withDescription(CauseSide, 'The side to mend'),
    count: Type.Integer({ description: 'Number of failed generations' }),
    accounts: Type.Integer({ description: 'Number of accounts with such a failure' }),
    first_at: UnixMs('Time the oldest of them was requested'),
    last_at: UnixMs('Time the newest of them was requested'),
  },
  { $id: 'AdminCause', description: 'Failed generations of one model with the same error code' },
);
export type AdminCauseBody = Static<typeof AdminCauseSchema>;

export const AdminCauseQuery = Type.Object(
  {
    hours: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: 720,
        description: 'Only generations requested in this number of hours. Default 168.',
      }),
    ),
  },
  { additionalProperties: false },
);

export const AdminCauseList = Type.Object(
  {
    object: ObjectName('list'),
    data: Type.Array(AdminCauseSchema, {
      description: 'Most failures first. At most the newest 20,000 failures are counted',
    }),
    next_cursor: Type.Null({ description: 'Always null' }),
  },
  { $id: 'AdminCauseList', description: 'Causes of failed generations' },
);
