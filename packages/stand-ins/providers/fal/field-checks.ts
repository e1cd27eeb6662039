import sharp from 'sharp';

/** A file in the fake's storage. */
export interface StoredFile {
  readonly contentType: string;
  readonly bytes: Buffer | null;
}

export type FileReader = (address: unknown) => StoredFile | null;

/** Returns the problem with a value, or null. */
export type FieldCheck = (
  value: unknown,
  read: FileReader,
) => Promise<string | null> | string | null;

export interface Fields {
  readonly required: Readonly<Record<string, FieldCheck>>;
  readonly optional?: Readonly<Record<string, FieldCheck>>;
}

/** Checks the length of a text. */
export const checkWords =
  (max: number): FieldCheck =>
  (value) =>
    typeof value === 'string' && value !== '' && value.length <= max
      ? null
      : `must be a text of 1 to ${max} characters`;

/** Checks a value against a list. */
export const checkOneOf =
  (...values: readonly unknown[]): FieldCheck =>
  (value) =>
    values.includes(value) ? null : `must be one of ${values.join(', ')}`;

/** Checks a boolean. */
export const flag = checkOneOf(true, false);

/**
 * Checks a seed. fal's pages document no range. Models accept at most 32 bits, some of them signed,
 * so a seed has at most 31 bits.
 */
export const seed: FieldCheck = (value) =>
  Number.isInteger(value) && Number(value) >= 0 && Number(value) < 2 ** 31
    ? null
    : 'must be a seed of 31 bits';

/** Checks a number between two limits. */
export const checkNumber =
  (from: number, to: number): FieldCheck =>
  (value) =>
    typeof value === 'number' && value >= from && value <= to
      ? null
      : `must be a number from ${from} to ${to}`;

/** Checks an object's fields. */
export const checkObject =
  (fields: Fields): FieldCheck =>
  async (value, read) =>
    (await findFieldProblems(fields, value, read))[0] ?? null;

/** Lists the numbers of a range, including both ends. */
export const listNumbers = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, index) => from + index);

/** Checks a number that is sent as text, or `auto`. */
export const checkSpelled = (from: number, to: number) =>
  checkOneOf('auto', ...listNumbers(from, to).map(String));

/** Checks the address of an uploaded picture. */
export const checkPicture =
  (sideMin = 1): FieldCheck =>
  async (value, read) => {
    const file = read(value);
    if (!file?.bytes) return 'is not the address of an uploaded file';
    const { width, height, format } = await sharp(file.bytes).metadata();
    if (`image/${format}` !== file.contentType) return `is ${format}, not ${file.contentType}`;
    await sharp(file.bytes).stats();
    return Math.min(width, height) < sideMin ? `has a side below ${sideMin} pixels` : null;
  };

/** Checks the URL of an uploaded file, and the file's type and size. */
export const checkFileSize =
  (bytesMax: number, ...types: readonly string[]): FieldCheck =>
  (value, read) => {
    const stored = read(value);
    if (!stored?.bytes) return 'is not the address of an uploaded file';
    if (!types.includes(stored.contentType)) return `is ${stored.contentType}`;
    return stored.bytes.length > bytesMax ? `is above ${bytesMax} bytes` : null;
  };

/** Checks a list's length and each of its entries. */
export const checkList =
  (min: number, max: number, check: FieldCheck): FieldCheck =>
  async (value, read) => {
    if (!Array.isArray(value) || value.length < min || value.length > max) {
      return `must be a list of ${min} to ${max}`;
    }
    const wrong = await Promise.all(value.map(async (entry) => check(entry, read)));
    return wrong.find((text) => text !== null) ?? null;
  };

/** Finds all problems with a model input: missing, unknown or unusable fields. */
export async function findFieldProblems(
  { required, optional }: Fields,
  input: unknown,
  read: FileReader,
): Promise<string[]> {
  const given = (input ?? {}) as Record<string, unknown>;
  const checks: Record<string, FieldCheck> = { ...required, ...optional };
  const missing = Object.keys(required).filter((name) => !(name in given));
  const wrong = await Promise.all(
    Object.entries(given).map(async ([name, value]) => {
      const check = checks[name];
      const why = check ? await check(value, read) : 'is not a field of this endpoint';
      return why === null ? [] : [`${name} ${why}`];
    }),
  );
  return [...missing.map((name) => `${name} is missing`), ...wrong.flat()];
}
