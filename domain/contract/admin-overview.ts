import { Type, type Static } from 'typebox';
import { buildNullable, ObjectName, UnixMs, withDescription } from './common.js';

/** Lengths of the overview's period in hours. */
export const OVERVIEW_HOURS = [1, 24, 168] as const;
export type OverviewHours = (typeof OVERVIEW_HOURS)[number];

const count = (description: string) => Type.Integer({ minimum: 0, description });

const failures = {
  failed_by_service: count('Failed because of the service or an upstream provider'),
  failed_by_request: count('Failed because of the request, for example its content was blocked'),
};

const rate = buildNullable(
  Type.Number({ minimum: 0, maximum: 1 }),
  'Share of completed and failed requests that the service or a provider failed. Null without such requests',
);

const time = (percentile: string) =>
  buildNullable(
    Type.Integer({ minimum: 0 }),
    `${percentile} of the time from request to result, in milliseconds. Null without a completed request`,
  );

const ModelSchema = Type.Object(
  {
    model: Type.String({ description: 'Requested model' }),
    accepted: count('Accepted requests'),
    completed: count('Completed requests'),
    ...failures,
    failure_rate: rate,
    p50_ms: time('Median'),
    p95_ms: time('95th percentile'),
  },
  { $id: 'AdminOverviewModel', description: 'The requests for one model' },
);

const StepSchema = Type.Object(
  { at: UnixMs('Start of the step'), completed: count('Completed requests'), ...failures },
  { $id: 'AdminOverviewStep', description: 'The requests of one step' },
);

/** The state of the whole service in a period. */
export const AdminOverviewSchema = Type.Object(
  {
    object: ObjectName('admin_overview'),
    since: UnixMs('Start of the period, which is the start of its first step'),
    step_seconds: count('Length of a step: 5 minutes, an hour or a UTC day'),
    requests: Type.Object(
      {
        accepted: count('All requests of the period: the sum of the following numbers'),
        completed: count('Completed'),
        ...failures,
        cancelled: count('Cancelled'),
        open: count('Queued or processing now'),
      },
      { description: 'Generations requested in the period, by their present state' },
    ),
    failure_rate: rate,
    credits_spent: count('Credits for the completed requests'),
    queue: Type.Object(
      { queued: count('Waiting for a worker'), processing: count('Processing') },
      { description: 'All unfinished generations, regardless of the period' },
    ),
    models: Type.Array(ModelSchema, { description: 'Most requests first' }),
    series: Type.Array(StepSchema, { description: 'Every step of the period, oldest first' }),
    truncated: Type.Boolean({
      description:
        'True if the period has too many requests to count: then only the newest 200,000 completed requests, and as many of each other state, are counted',
    }),
  },
  { $id: 'AdminOverview', description: 'The state of the whole service in a period' },
);
export type AdminOverviewBody = Static<typeof AdminOverviewSchema>;

const PeriodHours = Type.Enum([...OVERVIEW_HOURS], {
  $id: 'OverviewHours',
  type: 'integer',
  description: [
    'Length of a period in hours',
    '',
    '- `1`: an hour in steps of 5 minutes',
    '- `24`: a day in steps of an hour',
    '- `168`: a week in steps of a UTC day',
  ].join('\n'),
});

export const AdminOverviewQuery = Type.Object(
  {
    hours: Type.Optional(
      withDescription(
        PeriodHours,
        'Length of the period, including the step in progress. Default 24.',
      ),
    ),
  },
  { additionalProperties: false },
);

const HourSchema = Type.Object(
  {
    at: UnixMs('Start of the hour'),
    succeeded: count('Successful calls'),
    failed: count('Failed calls, without those that failed because of the request'),
  },
  { $id: 'AdminProviderHour', description: 'The calls of one hour' },
);

/** The calls of one provider in the last 24 hours. */
export const AdminProviderHistorySchema = Type.Object(
  {
    object: ObjectName('admin_provider_history'),
    provider: Type.String({ description: 'Provider name' }),
    hours: Type.Array(HourSchema, {
      description: 'The hour in progress and the 23 hours before it, oldest first',
    }),
  },
  { $id: 'AdminProviderHistory', description: 'The calls of a provider in the last 24 hours' },
);
export type AdminProviderHistoryBody = Static<typeof AdminProviderHistorySchema>;

export const AdminProviderHistoryList = Type.Object(
  {
    object: ObjectName('list'),
    data: Type.Array(AdminProviderHistorySchema, {
      description: 'Providers with a call in the last 24 hours, ordered by name',
    }),
    next_cursor: Type.Null({ description: 'Always null: there is only one page' }),
  },
  { $id: 'AdminProviderHistoryList', description: 'The calls of providers in the last 24 hours' },
);
