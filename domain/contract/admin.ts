import { Type, type Static } from 'typebox';
import type { LimitName } from '../catalogue/plans.js';
import {
  about,
  namedChoice,
  nullable,
  ObjectName,
  pageQuery,
  PrefixedId,
  UnixMs,
} from './common.js';

/** More credits than this are a typing mistake. */
const GRANT_MAX = 100_000_000;
/** The largest limit is one of bytes. */
const RAISE_MAX = 250_000_000_000_000;

const count = (description: string) => Type.Integer({ description });

/** An account as operators see it. */
export const AdminAccountSchema = Type.Object(
  {
    id: PrefixedId('acc', 'Id of the account'),
    object: ObjectName('admin_account'),
    name: Type.String({ description: 'For people; empty once it is deleted' }),
    plan: Type.String({ description: 'Its plan' }),
    raised_limits: Type.Record(Type.String(), Type.Integer(), {
      description: 'Limits above those of the plan, by name',
    }),
    suspended: Type.Boolean({ description: 'Whether its requests are refused' }),
    deleted: Type.Boolean({ description: 'Whether it was deleted' }),
    credits: Type.Object(
      {
        subscription: count('Of the plan'),
        purchased: count('Bought'),
        held: count('On hold for running jobs'),
      },
      { description: 'The balance' },
    ),
    active_jobs: count('Generations that are queued or processing'),
    created_at: UnixMs('When it was opened'),
  },
  { $id: 'AdminAccount', description: 'An account as operators see it' },
);
export type AdminAccountBody = Static<typeof AdminAccountSchema>;

export const AdminAccountQuery = Type.Object(
  {
    q: Type.Optional(
      Type.String({ minLength: 1, maxLength: 100, description: 'An id, or a part of the name' }),
    ),
    ...pageQuery('Without it: 50.'),
  },
  { additionalProperties: false },
);

const BucketName = namedChoice<'subscription' | 'purchased'>('Bucket', 'A part of the balance', {
  subscription: 'credits of the plan, which are spent first',
  purchased: 'credits that were bought',
});

const LimitChoice = namedChoice<LimitName>('LimitName', 'A limit of an account', {
  requests_per_minute: 'requests per minute, of each key',
  concurrent_jobs: 'generations that may be queued or processing at once',
  images_per_minute: 'generations per minute that can be sustained, about',
  api_keys: 'active API keys',
  webhooks: 'webhooks',
  included_social_accounts: 'social accounts without a monthly fee',
  characters: 'saved characters',
  products: 'saved products',
  upload_files_per_day: 'files that are uploaded on a UTC day',
  upload_bytes_per_day: 'bytes that are uploaded on a UTC day',
});

export const GrantSchema = Type.Object(
  {
    amount: Type.Integer({ minimum: 1, maximum: GRANT_MAX, description: 'Credits to add' }),
    bucket: Type.Optional(about(BucketName, 'Where they go. Default: purchased.')),
    ref: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 200,
        description: 'The cause, such as an invoice: it books once, however often it is sent',
      }),
    ),
  },
  { $id: 'CreditGrant', description: 'Credits to add', additionalProperties: false },
);
export type GrantBody = Static<typeof GrantSchema>;

export const RaiseSchema = Type.Object(
  {
    limit: about(LimitChoice, 'Name of the limit'),
    value: nullable(
      Type.Integer({ minimum: 1, maximum: RAISE_MAX }),
      'The new limit, at least that of the plan; null goes back to the plan',
    ),
  },
  { $id: 'Raise', description: 'A limit to change', additionalProperties: false },
);
export interface RaiseBody {
  readonly limit: LimitName;
  readonly value: number | null;
}

/** A way to an upstream: its health, and what it has cost. */
export const AdminProviderSchema = Type.Object(
  {
    object: ObjectName('admin_provider'),
    provider: Type.String({ description: 'Name of the provider' }),
    upstream_model: nullable(Type.String({ description: 'Its name for the model; null for none' })),
    failures: count('Failures in a row'),
    rests_until: nullable(UnixMs('Until when it is asked last; null while it is healthy')),
    orders: count('Orders placed in the last 30 days'),
    cost_usd: Type.Number({ description: 'What it charged for them, as far as it says so' }),
  },
  { $id: 'AdminProvider', description: 'A way to an upstream' },
);
export type AdminProviderBody = Static<typeof AdminProviderSchema>;

export const AdminProviderList = Type.Object(
  {
    object: ObjectName('list'),
    data: Type.Array(AdminProviderSchema, { description: 'By name' }),
    next_cursor: Type.Null({ description: 'There is one page' }),
  },
  { $id: 'AdminProviderList', description: 'Every way to an upstream' },
);

const AdminRunKind = namedChoice<'generation' | 'social_post'>('AdminRunKind', 'A kind of work', {
  generation: 'an image or a video',
  social_post: 'a post on social platforms',
});

const AdminRunState = namedChoice<'failed' | 'stuck'>(
  'AdminRunState',
  'What is the matter with work',
  {
    failed: 'generations that failed',
    stuck: 'work that is open without a sign of its run',
  },
);

/** Work that has failed, or that nobody seems to do. */
export const AdminRunSchema = Type.Object(
  {
    id: Type.String({ description: 'Id of the generation or post' }),
    object: ObjectName('admin_run'),
    kind: about(AdminRunKind, 'What it is'),
    account_id: PrefixedId('acc', 'Whose it is'),
    status: Type.String({ description: 'Its status' }),
    error_code: nullable(Type.String({ description: 'Why it failed' })),
    created_at: UnixMs('When it was asked for'),
    run_seen_at: nullable(UnixMs('When its run was last seen alive')),
    temporal_url: nullable(Type.String({ description: 'Its run in the Temporal UI' })),
  },
  { $id: 'AdminRun', description: 'Work that has failed, or that nobody seems to do' },
);
export type AdminRunBody = Static<typeof AdminRunSchema>;

export const AdminRunQuery = Type.Object(
  {
    state: about(AdminRunState, 'What is asked for'),
    ...pageQuery('Without it: 50.'),
  },
  { additionalProperties: false },
);
