import { Type } from 'typebox';
import { buildNamedChoice, buildNullable, UnixMs } from './common.js';
import { DETAIL_CODES } from './detail-codes.js';
import { ERROR_CODES, type ErrorCode } from './error-codes.js';
import { ISSUES_MAX } from './refusal.js';

const codes = Object.keys(ERROR_CODES) as ErrorCode[];

const Code = buildNamedChoice<ErrorCode>(
  'ErrorCode',
  'Stable, machine-readable error code',
  Object.fromEntries(codes.map((code) => [code, ERROR_CODES[code].message])) as Record<
    ErrorCode,
    string
  >,
);

const IssueSchema = Type.Object(
  {
    path: Type.String({
      description: 'Where the problem is, such as `body.images.0` or `query.limit`',
    }),
    message: Type.String({
      description: 'Human-readable message: what is wrong, and what to send instead',
    }),
  },
  { $id: 'Issue', description: 'A problem in the request' },
);

const count = (description: string) => Type.Optional(Type.Integer({ description }));

/** Fields of an error, which depend on its code. Later versions can add fields. */
const DetailsSchema = Type.Object(
  {
    code: Type.Optional(
      buildNamedChoice<keyof typeof DETAIL_CODES>(
        'ErrorDetailCode',
        'A more specific reason for the error',
        DETAIL_CODES,
      ),
    ),
    issues: Type.Optional(
      Type.Array(IssueSchema, {
        maxItems: ISSUES_MAX,
        description: `\`VALIDATION_ERROR\`: the first ${ISSUES_MAX} problems in the request`,
      }),
    ),
    issue_count: count('Total number of problems'),
    required: count('`INSUFFICIENT_CREDITS` and `SPEND_CAP_REACHED`: the price'),
    available: count('Credits available to spend'),
    held: count('Credits held by running jobs'),
    cap: Type.Optional(buildNullable(Type.Integer({ description: "The key's monthly cap" }))),
    spent: count('Credits the key has spent this month'),
    resets_at: Type.Optional(UnixMs('Time the monthly cap resets')),
    limit: count('The limit that was reached'),
    plan: Type.Optional(Type.String({ description: 'The plan that sets the limit' })),
    status: Type.Optional(Type.String({ description: "`CONFLICT`: the object's current status" })),
    field: Type.Optional(Type.String({ description: 'The field that contains an unknown ID' })),
    required_scope: Type.Optional(Type.String({ description: 'The missing scope' })),
    scopes: Type.Optional(Type.Array(Type.String(), { description: "The key's scopes" })),
    max_bytes: count('Maximum body size, in bytes'),
  },
  {
    $id: 'ErrorDetails',
    description: 'Details of the error. The fields depend on its code',
    additionalProperties: true,
  },
);

/** The error response. */
export const ErrorSchema = Type.Object(
  {
    error: Type.Object(
      {
        code: Code,
        message: Type.String({
          description: 'Human-readable message: what happened, and what to do',
        }),
        details: Type.Optional(DetailsSchema),
        request_id: Type.String({
          pattern: '^req_[0-9a-f]{32}$',
          description: 'Request ID. Include it in support requests',
        }),
        doc_url: Type.String({
          format: 'uri',
          description: 'URL of the documentation for the code, or for `details.code`',
        }),
      },
      { description: 'The error' },
    ),
  },
  { $id: 'Error', description: 'The response to a failed request' },
);
