import type { FakeAnswer, FakeRequest } from '../fake.js';

/** An answer of the Graph API that refuses. */
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

/** A path of the Graph API with or without one of these versions (a pattern) before it. */
export const unversionedOr = (versions: string, rest: string): RegExp =>
  new RegExp(`^(?:/${versions})?/${rest}$`);

/** Parameters stand in the address, in a form or in JSON. */
export function paramsOf({ query, headers, body }: FakeRequest): Params {
  const fromQuery = Object.fromEntries(query);
  if (body.length === 0) return fromQuery;
  const text = body.toString('utf8');
  if (headers['content-type']?.startsWith('application/json')) {
    return { ...fromQuery, ...(JSON.parse(text) as Params) };
  }
  return { ...fromQuery, ...Object.fromEntries(new URLSearchParams(text)) };
}

/** A parameter that is a text; empty when it is absent. */
export const textOf = (params: Params, name: string): string => {
  const value = params[name];
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
};

export const isTrue = (params: Params, name: string): boolean =>
  params[name] === true || params[name] === 'true';

/** A parameter that is a list, in JSON or as text. */
export function listOf(params: Params, name: string): readonly unknown[] {
  const value = params[name];
  if (Array.isArray(value)) return value;
  const text = textOf(params, name);
  if (text === '') return [];
  return text.startsWith('[') ? (JSON.parse(text) as unknown[]) : text.split(',');
}

/** Turns a refusal that was thrown into its answer. */
export async function answerGraph(work: () => Promise<FakeAnswer>): Promise<FakeAnswer> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof GraphError) return error.answer;
    throw error;
  }
}
