import { Type, type Static } from 'typebox';
import { PLAN_NAMES, type LimitName, type PlanName } from '../catalogue/plans.js';
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

const PlanChoice = buildNamedChoice<PlanName>(
  'AdminPlan',
  'A plan',
  Object.fromEntries(PLAN_NAMES.map((name) => [name, `the plan ${name}`])) as Record<
    PlanName,
    string
  >,
);

/** Body of the request that opens an account. */
export const NewAccountSchema = Type.Object(
  {
    name: Type.String({ minLength: 1, maxLength: 80, description: 'Account name' }),
    plan: Type.Optional(withDescription(PlanChoice, 'Plan of the account. Default: `free`.')),
    credits: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: GRANT_MAX,
        description: 'Initial subscription credits. Default: 0.',
      }),
    ),
  },
  { $id: 'NewAccount', description: 'An account to open', additionalProperties: false },
);
export interface NewAccountBody {
  readonly name: string;
  readonly plan?: PlanName;
  readonly credits?: number;
}

/** Body of the request that changes an account's plan or suspension. */
export const AccountUpdateSchema = Type.Object(
  {
    plan: Type.Optional(
      withDescription(
        PlanChoice,
        'New plan. Credits stay; raised limits that are not above the plan are removed',
      ),
    ),
    suspended: Type.Optional(
      Type.Boolean({ description: 'True refuses all further requests; running jobs finish' }),
    ),
  },
  {
    $id: 'AccountUpdate',
    description: 'The changes to an account',
    additionalProperties: false,
    minProperties: 1,
  },
);
export interface AccountUpdateBody {
  readonly plan?: PlanName;
  readonly suspended?: boolean;
}

export const SignInLinkSchema = Type.Object(
  {
    object: ObjectName('sign_in_link'),
    url: Type.String({ description: 'Signs in once as the owner of the account' }),
    expires_at: UnixMs('Expiry time'),
  },
  { $id: 'SignInLink', description: 'A link that signs in to the dashboard' },
);
export type SignInLinkBody = Static<typeof SignInLinkSchema>;

/** An API key, as shown to operators. */
export const AdminKeySchema = Type.Object(
  {
    id: PrefixedId('key', 'Key ID'),
    object: ObjectName('admin_key'),
    name: Type.String({ description: 'Display name. Empty if none was set' }),
    prefix: Type.String({ description: 'First characters of the key' }),
    created_at: UnixMs('Creation time'),
    last_used_at: buildNullable(UnixMs('Time of last use, accurate to 5 minutes')),
    revoked_at: buildNullable(UnixMs('Time of revocation', 'Null while the key is active')),
  },
  { $id: 'AdminKey', description: 'An API key, as shown to operators' },
);
export type AdminKeyBody = Static<typeof AdminKeySchema>;

export const AdminKeyQuery = Type.Object(buildPageQuery('Default 50.'), {
  additionalProperties: false,
});
