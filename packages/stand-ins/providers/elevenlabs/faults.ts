import type { SpeechReply } from '../openai/speech-fake.js';

/** A refusal of ElevenLabs. */
export interface Fault {
  readonly status: number;
  readonly detail: unknown;
}

const TYPES: Readonly<Record<number, string>> = {
  400: 'validation_error',
  401: 'authentication_error',
  402: 'payment_required',
  403: 'authorization_error',
  404: 'not_found',
  429: 'rate_limit_error',
  500: 'internal_error',
};

/** Id of each request, which support asks for. */
export const REQUEST_ID = '3f1c9a52d8e04b7f9c6a1e2b4d5f6071';

/**
 * Builds a refusal. ElevenLabs calls `status` a legacy field, but still sends it; it may differ from
 * `code`.
 * https://elevenlabs.io/docs/eleven-api/resources/errors
 */
export const buildFault = (
  status: number,
  code: string,
  message: string,
  more: { readonly status?: string; readonly param?: string } = {},
): Fault => ({
  status,
  detail: { type: TYPES[status], code, message, status: code, request_id: REQUEST_ID, ...more },
});

/** Builds a refusal of a field that is missing, unknown, or has another type. */
export const buildFieldFault = (name: string, msg: string, type: string): Fault => ({
  status: 422,
  detail: [{ loc: ['body', name], msg, type }],
});

export const writeFault = ({ status, detail }: Fault): Exclude<SpeechReply, string> => ({
  status,
  body: JSON.stringify({ detail }),
  headers: { 'x-request-id': REQUEST_ID },
});

/** Refusals that do not depend on the request, for `next`. */
export const ELEVENLABS_REPLIES = {
  busy: writeFault(buildFault(429, 'system_busy', 'The system is currently busy.')),
  rateLimited: writeFault(buildFault(429, 'rate_limit_exceeded', 'Too many requests.')),
  concurrent: writeFault(
    buildFault(429, 'concurrent_limit_exceeded', 'Too many concurrent requests.', {
      status: 'too_many_concurrent_requests',
    }),
  ),
  blocked: writeFault(
    buildFault(403, 'content_against_policy', 'The text may violate our Terms of Service.'),
  ),
  noCredits: writeFault(
    buildFault(402, 'insufficient_credits', 'You have 3 credits left.', {
      status: 'quota_exceeded',
    }),
  ),
  freePlan: writeFault(
    buildFault(402, 'paid_plan_required', 'Free users cannot use library voices via the API.', {
      status: 'payment_required',
    }),
  ),
} as const satisfies Record<string, SpeechReply>;
