import { ProviderFailure } from '../../../domain/ports/provider.js';
import { isRefusal, namesFormat, post, refusal, type Endpoint } from './endpoint.js';
import { jsonIn, type JsonShape } from './json-answer.js';

/** What the model is asked. */
export interface Question {
  readonly instructions: string;
  /** Contents of a caller. */
  readonly text: string;
  /** Data URLs: not every server fetches addresses, and ours are private. */
  readonly images?: readonly string[];
  /** For the whole answer, also where it takes two requests. */
  readonly deadlineMs: number;
}

interface Choice {
  readonly finish_reason?: unknown;
  readonly message?: { readonly content?: unknown; readonly refusal?: unknown };
}

/**
 * One answer of the model as text, without the thinking that some servers leave in it.
 * @param format `response_format` of the request
 * @throws {ProviderFailure}
 */
async function answerOf(
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
        // Servers without vision know nothing but plain text.
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
  if (format && namesFormat(answer)) throw new FormatUnknown();
  if (isRefusal(answer)) throw refusal(answer);
  const { choices } = (answer.json ?? {}) as { choices?: readonly Choice[] };
  return contentOf(Array.isArray(choices) ? choices[0] : undefined);
}

/** The endpoint cannot promise a shape. */
class FormatUnknown extends ProviderFailure {
  constructor() {
    super('rejected', 'The model cannot be held to a JSON schema.', 400);
  }
}

function contentOf(choice: Choice | undefined): string {
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
 * Asks for text.
 * @throws {ProviderFailure}
 */
export const chat = (endpoint: Endpoint, question: Question, signal: AbortSignal) =>
  answerOf(endpoint, question, signal);

/**
 * Asks for JSON of a shape: by schema first, then, where the endpoint knows no schemas or answers
 * with something else, once more in plain words.
 * @throws {ProviderFailure} `unavailable` when both answers are none
 */
export async function chatJson<T>(
  endpoint: Endpoint,
  question: Question,
  { schema, read, name }: JsonShape<T>,
  signal: AbortSignal,
): Promise<T> {
  const until = performance.now() + question.deadlineMs;
  const format = { type: 'json_schema', json_schema: { name, strict: true, schema } };
  try {
    const found = jsonIn(await answerOf(endpoint, question, signal, format), read);
    if (found !== null) return found;
  } catch (error) {
    if (!(error instanceof FormatUnknown)) throw error;
  }
  const instructions = `${question.instructions}\nAnswer with one JSON object and nothing else. Its schema: ${JSON.stringify(schema)}`;
  const deadlineMs = Math.max(1, Math.round(until - performance.now()));
  const again = { ...question, instructions, deadlineMs };
  const found = jsonIn(await answerOf(endpoint, again, signal), read);
  if (found === null) throw new ProviderFailure('unavailable', 'The model answered no JSON.');
  return found;
}
