/** The required shape of a model's JSON answer. */
export interface JsonShape<T> {
  /** The schema's name, which some endpoints require. */
  readonly name: string;
  readonly schema: object;
  /** Parses a value of the required shape; null if the value has another shape. */
  readonly read: (value: unknown) => T | null;
}

/**
 * Finds the object in an answer that should be only JSON, because models put fences or prose around
 * it.
 * @returns null if the answer contains no object of that shape
 */
export function extractJson<T>(answer: string, read: (value: unknown) => T | null): T | null {
  const fenced = /```(?:json)?\s*([\s\S]*?)```/i.exec(answer)?.[1];
  const braces = answer.slice(answer.indexOf('{'), answer.lastIndexOf('}') + 1);
  for (const text of [answer, fenced, braces]) {
    const found = text ? read(parseJson(text)) : null;
    if (found !== null) return found;
  }
  return null;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
