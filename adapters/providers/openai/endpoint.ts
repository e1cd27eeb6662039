import type { BytesAnswer, VendorAnswer, VendorRequest } from '../../http/send.js';
import { ask, buildProviderFailure, submitOrderForBytes } from '../http.js';
import { ProviderFailure } from '../../../domain/ports/provider.js';

/** One model behind an OpenAI-compatible API. */
export interface Endpoint {
  /**
   * The base URL includes the API version: `https://api.openai.com/v1`,
   * `http://127.0.0.1:11434/v1`.
   */
  readonly baseUrl: string;
  /** The endpoint's key; null for servers that need no key. */
  readonly apiKey: string | null;
  readonly model: string;
}

/** Formats the name as `<host>/<model>`, for operators. */
export const formatEndpointName = ({ baseUrl, model }: Endpoint): string =>
  `${new URL(baseUrl).host}/${model}`;

/** The supported endpoint paths, with the name of each call in metrics. */
const OPERATIONS = {
  '/chat/completions': 'chat',
  '/moderations': 'moderate',
  '/audio/speech': 'speak',
} as const;

type Call = Pick<VendorRequest, 'json' | 'deadlineMs' | 'signal'>;

/**
 * Posts JSON to one of the endpoint's paths.
 * @returns the response, regardless of its status
 * @throws {ProviderFailure} when there is no response
 */
export const post = (
  endpoint: Endpoint,
  path: keyof typeof OPERATIONS,
  call: Call,
): Promise<VendorAnswer> => ask(buildRequest(endpoint, path, call));

/**
 * Posts JSON that orders a file, and returns the body as it is.
 * @param isOwn whether a 5xx response comes from the server itself
 * @throws {SubmitUncertain} if it is unknown whether the server made the file
 * @throws {ProviderFailure} if the request was certainly not sent
 */
export const orderForBytes = (
  endpoint: Endpoint,
  path: keyof typeof OPERATIONS,
  call: Call,
  isOwn: (answer: BytesAnswer) => boolean,
): Promise<BytesAnswer> => submitOrderForBytes(buildRequest(endpoint, path, call), isOwn);

const buildRequest = (
  { baseUrl, apiKey }: Endpoint,
  path: keyof typeof OPERATIONS,
  call: Call,
): VendorRequest => ({
  call: { provider: new URL(baseUrl).host, operation: OPERATIONS[path] },
  method: 'POST',
  url: `${baseUrl}${path}`,
  headers: { ...(apiKey !== null && { authorization: `Bearer ${apiKey}` }) },
  ...call,
});

/** An error that an endpoint reported. */
interface EndpointFault {
  readonly status: number;
  readonly code: string;
  readonly message: string;
}

/**
 * Reads an error, which is an object or plain text depending on the server. OpenRouter reports its
 * models' errors inside a 200.
 */
function parseFault({ status, json, text }: VendorAnswer): EndpointFault {
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

export const isRefusal = (answer: VendorAnswer): boolean => !isSuccess(parseFault(answer).status);

/** OpenAI and Azure codes for refused content. */
const POLICY_CODES: readonly string[] = [
  'content_policy_violation',
  'content_filter',
  'moderation_blocked',
];

/**
 * Returns whether the endpoint does not support the answer format, as with older servers and
 * smaller models.
 */
export const isFormatRefusal = (answer: VendorAnswer): boolean =>
  (answer.status === 400 || answer.status === 422 || answer.status === 501) &&
  /response_format|json_schema|structured output/i.test(answer.text);

/**
 * Converts a refused response. It does not repeat the endpoint's message, which may contain part of
 * the key or the prompt, and callers read the failure in the timeline.
 */
export function buildEndpointFailure(answer: VendorAnswer): ProviderFailure {
  const { status, code, message } = parseFault(answer);
  const blocked = POLICY_CODES.includes(code) || /content[ _]polic/i.test(message);
  const { kind, retryAfterMs } = buildProviderFailure({ ...answer, status }, '');
  if (blocked && kind === 'rejected') {
    return new ProviderFailure('content_blocked', 'The model refused the content.', status);
  }
  return new ProviderFailure(kind, `The model answered ${status}.`, status, retryAfterMs);
}
