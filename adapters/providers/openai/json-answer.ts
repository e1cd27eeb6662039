/** A shape that is asked for. */
export interface JsonShape<T> {
  /** Of the schema, as some endpoints demand. */
  readonly name: string;
  readonly schema: object;
  /** Reads a value of that shape; null when it is none. */
  readonly read: (value: unknown) => T | null;
}

/**
 * Finds the object in an answer that was to be JSON alone: models put fences around it, or prose.
 * @returns null when none of that shape is there
 */
export function jsonIn<T>(answer: string, read: (value: unknown) => T | null): T | null {
  const fenced = /```(?:json)?\s*([\s\S]*?)```/i.exec(answer)?.[1];
  const braces = answer.slice(answer.indexOf('{'), answer.lastIndexOf('}') + 1);
  for (const text of [answer, fenced, braces]) {
    const found = text ? read(parsed(text)) : null;
    if (found !== null) return found;
  }
  return null;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
