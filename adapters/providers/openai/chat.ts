import { ProviderFailure } from '../../../domain/ports/provider.js';
import {
  isRefusal,
  isFormatRefusal,
  post,
  buildEndpointFailure,
  type Endpoint,
} from './endpoint.js';
import { extractJson, type JsonShape } from './json-answer.js';

/** A question to the model. */
export interface Question {
  readonly instructions: string;
  /** The caller's text. */
  readonly text: string;
  /** Images as data URLs, because not every server fetches URLs and our URLs are private. */
  readonly images?: readonly string[];
  /** Timeout in milliseconds for the whole answer, even if it needs two requests. */
  readonly deadlineMs: number;
}

interface ChatChoice {
  readonly finish_reason?: unknown;
  readonly message?: { readonly content?: unknown; readonly refusal?: unknown };
}

/**
 * Sends one request to the model. Returns the model's text without the reasoning that some servers
 * include.
 * @param format the request's `response_format`
 * @throws {ProviderFailure}
 */
async function askModel(
  endpoint: Endpoint,
  question: Question,
  signal: AbortSignal,
  format?: object,
): Promise<string> {
  const { instructions, text, images = [], deadlineMs } = question;
  const pictures = images.map((url) => ({ type: 'image_url', image_url: { url } }));
  const answer = await post(endpoint, '/chat/completions', {
    json: {
      model: endpoint.model,
      messages: [
        { role: 'system', content: instructions },
        // Servers without vision accept only plain text.
        {
          role: 'user',
          content: images.length === 0 ? text : [{ type: 'text', text }, ...pictures],
        },
      ],
      ...(format && { response_format: format }),
    },
    deadlineMs,
    signal,
  });
  if (format && isFormatRefusal(answer)) throw new FormatUnknown();
  if (isRefusal(answer)) throw buildEndpointFailure(answer);
  const { choices } = (answer.json ?? {}) as { choices?: readonly ChatChoice[] };
  return readContent(Array.isArray(choices) ? choices[0] : undefined);
}

/** Thrown when the endpoint cannot guarantee the shape of an answer. */
class FormatUnknown extends ProviderFailure {
  constructor() {
    super('rejected', 'The model cannot be held to a JSON schema.', 400);
  }
}

function readContent(choice: ChatChoice | undefined): string {
  const { content, refusal: refused } = choice?.message ?? {};
  if (choice?.finish_reason === 'content_filter' || (typeof refused === 'string' && refused)) {
    throw new ProviderFailure('content_blocked', 'The model refused the content.');
  }
  if (choice?.finish_reason === 'length') {
    throw new ProviderFailure('rejected', 'The model did not come to an end.');
  }
  const said =
    typeof content === 'string' ? content.replace(/<think>[\s\S]*?<\/think>/g, '').trim() : '';
  if (said === '') throw new ProviderFailure('unavailable', 'The model gave no answer.');
  return said;
}

/**
 * Requests text from the model.
 * @throws {ProviderFailure}
 */
export const askForText = (endpoint: Endpoint, question: Question, signal: AbortSignal) =>
  askModel(endpoint, question, signal);

/**
 * Requests JSON of a given shape, first with a schema. If the endpoint does not support schemas or
 * returns another shape, requests the JSON once more in plain words.
 * @throws {ProviderFailure} `unavailable` if neither answer has the shape
 */
export async function askForJson<T>(
  endpoint: Endpoint,
  question: Question,
  { schema, read, name }: JsonShape<T>,
  signal: AbortSignal,
): Promise<T> {
  const until = performance.now() + question.deadlineMs;
  const format = { type: 'json_schema', json_schema: { name, strict: true, schema } };
  try {
    const found = extractJson(await askModel(endpoint, question, signal, format), read);
    if (found !== null) return found;
  } catch (error) {
    if (!(error instanceof FormatUnknown)) throw error;
  }
  const instructions = `${question.instructions}\nAnswer with one JSON object and nothing else. Its schema: ${JSON.stringify(schema)}`;
  const deadlineMs = Math.max(1, Math.round(until - performance.now()));
  const again = { ...question, instructions, deadlineMs };
  const found = extractJson(await askModel(endpoint, again, signal), read);
  if (found === null) throw new ProviderFailure('unavailable', 'The model answered no JSON.');
  return found;
}
