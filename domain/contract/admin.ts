import { Type, type Static } from 'typebox';
import type { LimitName } from '../catalogue/plans.js';
import {
  withDescription,
  buildNamedChoice,
  buildNullable,
  ObjectName,
  buildPageQuery,
  PrefixedId,
  UnixMs,
} from './common.js';

/** Maximum credits of a grant. A larger amount is a typing mistake. */
const GRANT_MAX = 100_000_000;
/** Maximum of any raised limit. It is this high because one of the limits is in bytes. */
const RAISE_MAX = 250_000_000_000_000;

const count = (description: string) => Type.Integer({ description });

/** An account, as shown to operators. */
export const AdminAccountSchema = Type.Object(
  {
    id: PrefixedId('acc', 'Account ID'),
    object: ObjectName('admin_account'),
    name: Type.String({ description: 'Account name. Empty after the account is deleted' }),
    plan: Type.String({ description: "The account's plan" }),
    raised_limits: Type.Record(Type.String(), Type.Integer(), {
      description: "Raised limits, by name. They replace the plan's limits",
    }),
    suspended: Type.Boolean({ description: "Whether the account's requests are refused" }),
    deleted: Type.Boolean({ description: 'Whether the account was deleted' }),
    credits: Type.Object(
      {
        subscription: count('Credits from the plan'),
        purchased: count('Purchased credits'),
        held: count('Credits held for running jobs'),
      },
      { description: 'The balance' },
    ),
    active_jobs: count('Number of queued and processing generations'),
    created_at: UnixMs('Creation time'),
  },
  { $id: 'AdminAccount', description: 'An account, as shown to operators' },
);
export type AdminAccountBody = Static<typeof AdminAccountSchema>;

export const AdminAccountQuery = Type.Object(
  {
    q: Type.Optional(
      Type.String({ minLength: 1, maxLength: 100, description: 'An ID, or part of a name' }),
    ),
    ...buildPageQuery('Default 50.'),
  },
  { additionalProperties: false },
);

const BucketName = buildNamedChoice<'subscription' | 'purchased'>(
  'Bucket',
  'A part of the balance',
  {
    subscription: 'credits from the plan, which are spent first',
    purchased: 'purchased credits',
  },
);

const LimitChoice = buildNamedChoice<LimitName>('LimitName', 'A limit of an account', {
  requests_per_minute: 'requests per minute for each key',
  concurrent_jobs: 'queued and processing generations',
  images_per_minute: 'approximate sustained number of generations per minute',
  api_keys: 'active API keys',
  webhooks: 'webhooks',
  included_social_accounts: 'social accounts without a monthly fee',
  characters: 'saved characters',
  products: 'saved products',
  upload_files_per_day: 'uploaded files per UTC day',
  upload_bytes_per_day: 'uploaded bytes per UTC day',
});

export const GrantSchema = Type.Object(
  {
    amount: Type.Integer({ minimum: 1, maximum: GRANT_MAX, description: 'Credits to add' }),
    bucket: Type.Optional(
      withDescription(
        BucketName,
        'The part of the balance to add the credits to. Default: `purchased`.',
      ),
    ),
    ref: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 200,
        description:
          'Reference, such as an invoice number. Credits with the same reference are added only once',
      }),
    ),
  },
  { $id: 'CreditGrant', description: 'Credits to add', additionalProperties: false },
);
export type GrantBody = Static<typeof GrantSchema>;

export const RaiseSchema = Type.Object(
  {
    limit: withDescription(LimitChoice, 'Name of the limit'),
    value: buildNullable(
      Type.Integer({ minimum: 1, maximum: RAISE_MAX }),
      "New limit, not below the plan's limit. Null resets it to the plan's limit",
    ),
  },
  { $id: 'Raise', description: 'A limit to change', additionalProperties: false },
);
export interface RaiseBody {
  readonly limit: LimitName;
  readonly value: number | null;
}

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
      UnixMs('Time until which other providers are preferred', 'Null while it is healthy'),
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

const CauseSide = buildNamedChoice<'service' | 'request'>('CauseSide', 'What has to change', {
  service: 'the service or an upstream provider failed',
  request: 'the request could not be fulfilled, for example because its content was blocked',
});

/** Failed generations of one model with the same error code. */
export const AdminCauseSchema = Type.Object(
  {
    object: ObjectName('admin_cause'),
    error_code: Type.String({ description: 'Reason for the failures' }),
    model: Type.String({ description: 'Requested model' }),
    side: withDescription(CauseSide, 'What has to change'),
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
