import { findClipProblem, findPictureProblem, type Files, type Verdict } from './files.js';

/** Checks a value and returns a description of the problem, or null. */
export type ValueRule = (value: unknown, files: Files) => Verdict | Promise<Verdict>;

/** An object's allowed and required fields. */
export interface Schema {
  readonly fields: Readonly<Record<string, ValueRule>>;
  readonly required: readonly string[];
  /** Pairs of fields that exclude each other. */
  readonly exclusive?: readonly (readonly [string, string])[];
}

export const requireOneOf =
  (...values: readonly unknown[]): ValueRule =>
  (value) =>
    values.includes(value) ? null : `is ${JSON.stringify(value)}`;

export const requireText =
  (max: number, min = 1): ValueRule =>
  (value) =>
    typeof value === 'string' && value.length >= min && value.length <= max
      ? null
      : `must be a text of ${min} to ${max} characters`;

export const requireInteger =
  (min: number, max: number): ValueRule =>
  (value) =>
    Number.isInteger(value) && Number(value) >= min && Number(value) <= max
      ? null
      : `is ${JSON.stringify(value)}`;

export const requireFlag: ValueRule = (value) =>
  typeof value === 'boolean' ? null : 'must be a boolean';

export const listSeconds = (from: number, to: number): readonly string[] =>
  Array.from({ length: to - from + 1 }, (_, index) => String(from + index));

export const JPEG_PNG = ['image/jpeg', 'image/png'];
export const WITH_WEBP = [...JPEG_PNG, 'image/webp'];

export const requirePicture =
  (formats: readonly string[], megabytes: number): ValueRule =>
  (url, files) => {
    const file = typeof url === 'string' ? files(url) : undefined;
    if (file === undefined) return `does not name an uploaded file: ${String(url)}`;
    if (file.bytes.length > megabytes * 1_000_000) return `has more than ${megabytes} MB`;
    return findPictureProblem(file, formats);
  };

export const requireClip: ValueRule = (url, files) => {
  const file = typeof url === 'string' ? files(url) : undefined;
  return file === undefined ? 'does not name an uploaded file' : findClipProblem(file);
};

export const requireList =
  (rule: ValueRule, min: number, max: number): ValueRule =>
  async (value, files) => {
    if (!Array.isArray(value)) return 'must be a list';
    if (value.length < min || value.length > max) return `has ${value.length} entries`;
    for (const entry of value as unknown[]) {
      const problem = await rule(entry, files);
      if (problem !== null) return problem;
    }
    return null;
  };

export const requireObject =
  (schema: Schema): ValueRule =>
  async (value, files) =>
    (await findSchemaProblems(schema, value, files)).join('; ') || null;

export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Finds the problems with an object; returns an empty list if it is valid. */
export async function findSchemaProblems(
  schema: Schema,
  value: unknown,
  files: Files,
): Promise<string[]> {
  if (!isRecord(value)) return ['must be an object'];
  const { fields, required, exclusive = [] } = schema;
  const problems = Object.entries(value).map(async ([name, content]) => {
    const problem = fields[name]
      ? await fields[name](content, files)
      : 'is not a field of this model';
    return problem === null ? [] : [`${name} ${problem}`];
  });
  return [
    ...(await Promise.all(problems)).flat(),
    ...required.filter((name) => !(name in value)).map((name) => `${name} is missing`),
    ...exclusive
      .filter(([one, other]) => one in value && other in value)
      .map(([one, other]) => `${one} excludes ${other}`),
  ];
}
