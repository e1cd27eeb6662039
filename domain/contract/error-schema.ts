import { Type } from 'typebox';
import { ERROR_CODES } from './error.js';

/** The error response (spec, Errors). `details` depends on the code. */
export const ErrorSchema = Type.Object(
  {
    error: Type.Object({
      code: Type.Enum(Object.keys(ERROR_CODES), { type: 'string' }),
      message: Type.String(),
      details: Type.Optional(Type.Record(Type.String(), Type.Unknown())),
      request_id: Type.String({ pattern: '^req_[0-9a-f]{32}$' }),
    }),
  },
  { $id: 'Error' },
);
