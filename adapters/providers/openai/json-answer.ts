/** The required shape of a model's JSON answer. */
export interface JsonShape<T> {
  /** The name of the schema, which some endpoints need. */
  readonly name: string;
  readonly schema: object;
  /** Parses a value of that shape; null when it has another shape. */
  readonly read: (value: unknown) => T | null;
}

/**
 * Finds the object in an answer that should be only JSON: models put fences or prose around it.
 * @returns null when it contains no object of that shape
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
