import type { FakeAnswer, FakeRequest } from '../fake.js';

/** Thrown for an error response from the Graph API. */
export class GraphError extends Error {
  readonly answer: FakeAnswer;

  constructor(status: number, code: number, subcode: number | null, message: string) {
    super(message);
    const error = {
      message,
      type: 'OAuthException',
      code,
      ...(subcode !== null && { error_subcode: subcode }),
      is_transient: false,
      fbtrace_id: 'Ademo',
    };
    this.answer = { status, body: { error } };
  }
}

export type Params = Readonly<Record<string, unknown>>;

/** Builds the pattern of a Graph API path, optionally prefixed by one of these versions. */
export const buildPathPattern = (versions: string, rest: string): RegExp =>
  new RegExp(`^(?:/${versions})?/${rest}$`);

/** Parses the parameters, which may be in the URL, in a form or in JSON. */
export function parseParams({ query, headers, body }: FakeRequest): Params {
  const fromQuery = Object.fromEntries(query);
  if (body.length === 0) return fromQuery;
  const text = body.toString('utf8');
  if (headers['content-type']?.startsWith('application/json')) {
    return { ...fromQuery, ...(JSON.parse(text) as Params) };
  }
  return { ...fromQuery, ...Object.fromEntries(new URLSearchParams(text)) };
}

/** Reads a text parameter; empty if absent. */
export const readTextParam = (params: Params, name: string): string => {
  const value = params[name];
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
};

export const isTrue = (params: Params, name: string): boolean =>
  params[name] === true || params[name] === 'true';

/** Reads a list parameter, given as JSON or as text. */
export function readListParam(params: Params, name: string): readonly unknown[] {
  const value = params[name];
  if (Array.isArray(value)) return value;
  const text = readTextParam(params, name);
  if (text === '') return [];
  return text.startsWith('[') ? (JSON.parse(text) as unknown[]) : text.split(',');
}

/** Answers with the result, or with the answer for a thrown refusal. */
export async function answerGraph(work: () => Promise<FakeAnswer>): Promise<FakeAnswer> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof GraphError) return error.answer;
    throw error;
  }
}
