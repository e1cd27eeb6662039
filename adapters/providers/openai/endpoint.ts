import { ask, failureOf, type UpstreamAnswer } from '../http.js';
import { ProviderFailure } from '../../../domain/ports/provider.js';

/** One model behind an OpenAI-compatible API. */
export interface Endpoint {
  /** With its version: `https://api.openai.com/v1`, `http://127.0.0.1:11434/v1`. */
  readonly baseUrl: string;
  /** Servers of one's own often need none. */
  readonly apiKey: string | null;
  readonly model: string;
}

/** `<host>/<model>`, for operators. */
export const nameOf = ({ baseUrl, model }: Endpoint): string => `${new URL(baseUrl).host}/${model}`;

/**
 * Posts JSON to a path of the endpoint.
 * @returns the answer, whatever its status
 * @throws {ProviderFailure} when there is none
 */
export function post(
  { baseUrl, apiKey }: Endpoint,
  path: string,
  call: { json: unknown; deadlineMs: number; signal: AbortSignal },
): Promise<UpstreamAnswer> {
  return ask({
    method: 'POST',
    url: `${baseUrl}${path}`,
    headers: { ...(apiKey !== null && { authorization: `Bearer ${apiKey}` }) },
    ...call,
  });
}

/** What an endpoint says about an error. */
interface Fault {
  readonly status: number;
  readonly code: string;
  readonly message: string;
}

/** Servers differ: an object, or plain text; OpenRouter tells of the model behind it inside a 200. */
function faultOf({ status, json, text }: UpstreamAnswer): Fault {
  const { error } = (json ?? {}) as { error?: unknown };
  if (typeof error === 'string') return { status, code: '', message: error };
  const { code, message } = (error ?? {}) as { code?: unknown; message?: unknown };
  return {
    status: isSuccess(status) && typeof code === 'number' ? code : status,
    code: typeof code === 'string' ? code : '',
    message: typeof message === 'string' ? message : text,
  };
}

const isSuccess = (status: number): boolean => status >= 200 && status <= 299;

export const isRefusal = (answer: UpstreamAnswer): boolean => !isSuccess(faultOf(answer).status);

/** Codes of a refused content: OpenAI's own, Azure's. */
const POLICY_CODES: readonly string[] = [
  'content_policy_violation',
  'content_filter',
  'moderation_blocked',
];

/** The endpoint does not know a part of the request: older servers and smaller models. */
export const namesFormat = (answer: UpstreamAnswer): boolean =>
  (answer.status === 400 || answer.status === 422 || answer.status === 501) &&
  /response_format|json_schema|structured output/i.test(answer.text);

/**
 * The failure of an answer that is a refusal. What the endpoint wrote is not repeated: the words may
 * hold a part of the key or of the prompt, and callers read them in the timeline.
 */
export function refusal(answer: UpstreamAnswer): ProviderFailure {
  const { status, code, message } = faultOf(answer);
  const blocked = POLICY_CODES.includes(code) || /content[ _]polic/i.test(message);
  const { kind, retryAfterMs } = failureOf({ ...answer, status }, '');
  if (blocked && kind === 'rejected') {
    return new ProviderFailure('content_blocked', 'The model refused the content.', status);
  }
  return new ProviderFailure(kind, `The model answered ${status}.`, status, retryAfterMs);
}
