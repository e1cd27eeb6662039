import { Type } from 'typebox';
import { namedChoice, nullable, UnixMs } from './common.js';
import { DETAIL_CODES } from './detail-codes.js';
import { ERROR_CODES, type ErrorCode } from './error-codes.js';
import { ISSUES_MAX } from './refusal.js';

const codes = Object.keys(ERROR_CODES) as ErrorCode[];

const Code = namedChoice<ErrorCode>(
  'ErrorCode',
  'What went wrong; programs decide by it',
  Object.fromEntries(codes.map((code) => [code, ERROR_CODES[code].message])) as Record<
    ErrorCode,
    string
  >,
);

const IssueSchema = Type.Object(
  {
    path: Type.String({
      description: 'Where: `body`, `query` and the names below them, such as `body.images.0`',
    }),
    message: Type.String({ description: 'What is wrong there, and what to send instead' }),
  },
  { $id: 'Issue', description: 'One problem of a request' },
);

const count = (description: string) => Type.Optional(Type.Integer({ description }));

/** Which of these an error has depends on its code; more can be added. */
const DetailsSchema = Type.Object(
  {
    code: Type.Optional(
      namedChoice<keyof typeof DETAIL_CODES>(
        'ErrorDetailCode',
        'Which case of the error it is',
        DETAIL_CODES,
      ),
    ),
    issues: Type.Optional(
      Type.Array(IssueSchema, {
        maxItems: ISSUES_MAX,
        description: `The problems of the request, of VALIDATION_ERROR; of many the first ${ISSUES_MAX}`,
      }),
    ),
    issue_count: count('How many problems there are in all'),
    required: count('The price, of INSUFFICIENT_CREDITS and SPEND_CAP_REACHED'),
    available: count('Credits that can be spent'),
    held: count('Credits held by running jobs'),
    cap: Type.Optional(nullable(Type.Integer({ description: 'Monthly cap of the key' }))),
    spent: count('Credits that the key has spent this month'),
    resets_at: Type.Optional(UnixMs('When the month of the cap ends')),
    limit: count('The limit that is reached'),
    plan: Type.Optional(Type.String({ description: 'The plan that sets the limit' })),
    status: Type.Optional(Type.String({ description: 'State of the object, of CONFLICT' })),
    field: Type.Optional(Type.String({ description: 'The field that names nothing' })),
    required_scope: Type.Optional(Type.String({ description: 'The scope that the key lacks' })),
    scopes: Type.Optional(Type.Array(Type.String(), { description: 'The scopes of the key' })),
    max_bytes: count('The largest body that is taken'),
  },
  {
    $id: 'ErrorDetails',
    description: 'More about the error; which members there are depends on its code',
    additionalProperties: true,
  },
);

/** The error response. */
export const ErrorSchema = Type.Object(
  {
    error: Type.Object(
      {
        code: Code,
        message: Type.String({ description: 'What happened and what to do, for people' }),
        details: Type.Optional(DetailsSchema),
        request_id: Type.String({
          pattern: '^req_[0-9a-f]{32}$',
          description: 'Names the request to support',
        }),
        doc_url: Type.String({
          format: 'uri',
          description: 'The page of the code, or of `details.code`: what it means and what to do',
        }),
      },
      { description: 'What went wrong' },
    ),
  },
  { $id: 'Error', description: 'The answer to a request that was refused' },
);
