import { Type, type TSchema } from 'typebox';

/** Builds the pattern of a prefixed id, such as `gen_` and 32 hex characters. */
export const buildIdPattern = (prefix: string) => `^${prefix}_[0-9a-f]{32}$`;

const SUBJECT_ID = '^[a-z2-7]{20}$';

/** Builds the schema of an id with a prefix. */
export const PrefixedId = (prefix: string, description: string) =>
  Type.String({ pattern: buildIdPattern(prefix), description });

/** Builds the schema of a character or product id in a request: 20 base32 characters, no prefix. */
export const SubjectId = (description: string) =>
  Type.String({ minLength: 1, maxLength: 64, description });

/** A character or product id in a response. */
export const OwnSubjectId = Type.String({
  pattern: SUBJECT_ID,
  description: 'ID: 20 characters, `a`–`z` and `2`–`7`',
});

/** Path parameter with a character or product id. */
export const SubjectParams = Type.Object({ id: OwnSubjectId });

/** Builds the field `object`, which contains the name of the type. */
export const ObjectName = <T extends string>(name: T) =>
  Type.Literal(name, { description: `Always \`${name}\`` });

/**
 * Builds a field in Unix milliseconds.
 * @param description names the time
 * @param absence says when the field is null
 */
export const UnixMs = (description: string, absence?: string) => {
  const text = `${description}, in Unix milliseconds`;
  return Type.Integer({
    minimum: 0,
    description: absence === undefined ? text : `${text}. ${absence}`,
  });
};

/**
 * Allows null in addition to the schema. Without `description`, uses the schema's description,
 * unless the schema has a name.
 */
export const buildNullable = <S extends TSchema>(schema: S, description?: string) => {
  const own = schema as { description?: string; $id?: string };
  const text = description ?? (own.$id === undefined ? own.description : undefined);
  return Type.Union([schema, Type.Null()], { ...(text !== undefined && { description: text }) });
};

/** Returns a named schema with a separate description for this field. */
export const withDescription = <S extends TSchema>(schema: S, text: string): S => ({
  ...schema,
  about: text,
});

/**
 * Builds an enum of strings as a named schema in the document. OpenAPI cannot describe single
 * values, so the description lists each value with its meaning on a line.
 * @param meanings each value's meaning, in display order
 */
export const buildNamedChoice = <T extends string>(
  $id: string,
  description: string,
  meanings: Readonly<Record<T, string>>,
) => {
  const values = Object.keys(meanings) as T[];
  const lines = values.map((value) => `- \`${value}\`: ${meanings[value]}`);
  // `Enum` omits `type`, but the document's consumers expect it.
  return Type.Enum(values, {
    $id,
    type: 'string',
    description: `${description}\n\n${lines.join('\n')}`,
  });
};

const Limit = (whenAbsent: string) =>
  Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 100,
      description: `Maximum number of entries per page. ${whenAbsent}`,
    }),
  );
const CursorText = Type.Optional(
  Type.String({
    minLength: 1,
    maxLength: 200,
    description: '`next_cursor` of the previous page. Omit it for the first page',
  }),
);

/**
 * Builds `limit` and `cursor`, which every list accepts.
 * @param whenAbsent describes the page size without `limit`
 */
export const buildPageQuery = (whenAbsent: string) => ({
  limit: Limit(whenAbsent),
  cursor: CursorText,
});

/** Builds the query of a list without filters. */
export const PageOnly = (whenAbsent: string) =>
  Type.Object(buildPageQuery(whenAbsent), { additionalProperties: false });

/**
 * Builds the schema of a list page.
 * @param $id name of the schema, such as `GenerationList`
 * @param order order of the entries, such as `Newest first`
 */
export const buildListSchema = <S extends TSchema>($id: string, item: S, order: string) =>
  Type.Object(
    {
      object: ObjectName('list'),
      data: Type.Array(item, { description: order }),
      next_cursor: buildNullable(
        Type.String({
          description: 'Pass it as `cursor` to get the next page. Null on the last page',
        }),
      ),
    },
    { $id, description: `A page of results, ${order.charAt(0).toLowerCase()}${order.slice(1)}` },
  );

/** Presents a page of rows. */
export function presentPage<Row, T>(
  page: { readonly rows: readonly Row[]; readonly nextCursor: string | null },
  present: (row: Row) => T,
) {
  const data = page.rows.map((row) => present(row));
  return { object: 'list' as const, data, next_cursor: page.nextCursor };
}

const buildDeletionSchema = <I extends TSchema, T extends string>($id: string, id: I, object: T) =>
  Type.Object(
    {
      id,
      object: ObjectName(object),
      deleted: Type.Literal(true, { description: 'Always true' }),
    },
    { $id, description: 'The deleted object' },
  );

/** Builds the response schema of a deletion. */
export const buildDeletedSchema = <T extends string>($id: string, object: T, prefix: string) =>
  buildDeletionSchema($id, PrefixedId(prefix, 'ID of the deleted object'), object);

/** Builds the response schema for deleting a character or product. */
export const buildDeletedSubjectSchema = <T extends string>($id: string, object: T) =>
  buildDeletionSchema($id, OwnSubjectId, object);

/** Builds the response schema for deleting an object whose ids have a different pattern. */
export const buildDeletedByPatternSchema = <T extends string>(
  $id: string,
  object: T,
  pattern: string,
) =>
  buildDeletionSchema(
    $id,
    Type.String({ pattern, description: 'ID of the deleted object' }),
    object,
  );

/** Response after an object was deleted. */
export interface DeletedObject<T extends string> {
  id: string;
  object: T;
  deleted: true;
}

export const toDeleted = <T extends string>(object: T, id: string): DeletedObject<T> => ({
  id,
  object,
  deleted: true,
});
