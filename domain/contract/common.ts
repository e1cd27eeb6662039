import { Type, type TSchema } from 'typebox';

/** Prefixed id: `gen_` and 32 hex characters. */
export const idPattern = (prefix: string) => `^${prefix}_[0-9a-f]{32}$`;

const SUBJECT_ID = '^[a-z2-7]{20}$';
export const BOX_ID = '^box_[0-9a-f]{24}$';
export const DAY = '^\\d{4}-\\d\\d-\\d\\d$';
/** Up to 100 ids of generations. */
export const ARCHIVE_IDS = '^gen_[0-9a-f]{32}(,gen_[0-9a-f]{32}){0,99}$';
export const TAG = '^@[A-Za-z0-9_]{1,20}$';
export const VISIBLE = '\\S';

/** What each pattern of a request means, in the words of a refusal: "must be …". */
export const FORMS: Readonly<Record<string, string>> = {
  [ARCHIVE_IDS]: '1 to 100 ids of generations with commas between them',
  [DAY]: 'a day such as `2026-11-22`',
  [BOX_ID]: '`box_` and 24 hex characters',
  [TAG]: '`@` and 1 to 20 letters, digits or underscores, such as `@jacket`',
};

/** Id of an object that has a prefix. */
export const PrefixedId = (prefix: string, description: string) =>
  Type.String({ pattern: idPattern(prefix), description });

/** Id of a saved character or product in a request: 20 characters of base32, without a prefix. */
export const SubjectId = (description: string) =>
  Type.String({ minLength: 1, maxLength: 64, description });

/** The same in an answer. */
export const OwnSubjectId = Type.String({
  pattern: SUBJECT_ID,
  description: 'Id: 20 lower-case letters and digits 2 to 7',
});

/** The path parameter that names a character or product. */
export const SubjectParams = Type.Object({ id: OwnSubjectId });

/** `object` of everything: the name of its type. */
export const ObjectName = <T extends string>(name: T) =>
  Type.Literal(name, { description: `Always \`${name}\`` });

/** Unix milliseconds. @param description what happens or happened then */
export const UnixMs = (description: string) =>
  Type.Integer({ minimum: 0, description: `${description}, in Unix milliseconds` });

/**
 * The schema or null. The description of the schema is used for the whole, unless the schema is a
 * named one.
 */
export const nullable = <S extends TSchema>(schema: S, description?: string) => {
  const own = schema as { description?: string; $id?: string };
  const text = description ?? (own.$id === undefined ? own.description : undefined);
  return Type.Union([schema, Type.Null()], { ...(text !== undefined && { description: text }) });
};

/** A named schema with a description of its own for this place. */
export const about = <S extends TSchema>(schema: S, text: string): S => ({
  ...schema,
  about: text,
});

/**
 * A string of a fixed set, under a name of its own in the document. OpenAPI has no place for the
 * meaning of a value, so each value is a line of the description, which every reader shows.
 * @param meanings what each value means, in the order in which they are listed
 */
export const namedChoice = <T extends string>(
  $id: string,
  description: string,
  meanings: Readonly<Record<T, string>>,
) => {
  const values = Object.keys(meanings) as T[];
  const lines = values.map((value) => `- \`${value}\`: ${meanings[value]}`);
  // `Enum` leaves `type` out, which readers of the document expect.
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
      description: `How many entries a page has. ${whenAbsent}`,
    }),
  );
const CursorText = Type.Optional(
  Type.String({
    minLength: 1,
    maxLength: 200,
    description: '`next_cursor` of the page before; leave it out for the first page',
  }),
);

/**
 * `limit` and `cursor`, which every list takes. @param whenAbsent what a list without `limit`
 * returns
 */
export const pageQuery = (whenAbsent: string) => ({
  limit: Limit(whenAbsent),
  cursor: CursorText,
});

/** The query of a list that takes nothing else. */
export const PageOnly = (whenAbsent: string) =>
  Type.Object(pageQuery(whenAbsent), { additionalProperties: false });

/** A list, or a page of it. @param $id its name in the document, such as `GenerationList` */
export const listOf = <S extends TSchema>($id: string, item: S, order: string) =>
  Type.Object(
    {
      object: ObjectName('list'),
      data: Type.Array(item, { description: order }),
      next_cursor: nullable(
        Type.String({ description: '`cursor` of the next page; null when this is the last one' }),
      ),
    },
    { $id, description: `A page: ${order}` },
  );

/** Presents a page of rows. */
export function presentPage<Row, T>(
  page: { readonly rows: readonly Row[]; readonly nextCursor: string | null },
  present: (row: Row) => T,
) {
  const data = page.rows.map((row) => present(row));
  return { object: 'list' as const, data, next_cursor: page.nextCursor };
}

const deletion = <I extends TSchema, T extends string>($id: string, id: I, object: T) =>
  Type.Object(
    {
      id,
      object: ObjectName(object),
      deleted: Type.Literal(true, { description: 'Always true' }),
    },
    { $id, description: 'What was deleted' },
  );

/** The answer to a deletion. */
export const deletedOf = <T extends string>($id: string, object: T, prefix: string) =>
  deletion($id, PrefixedId(prefix, 'Id of what was deleted'), object);

/** The answer to the deletion of a character or product. */
export const deletedSubject = <T extends string>($id: string, object: T) =>
  deletion($id, OwnSubjectId, object);

/** The answer to the deletion of what has ids of another form. */
export const deletedBy = <T extends string>($id: string, object: T, pattern: string) =>
  deletion($id, Type.String({ pattern, description: 'Id of what was deleted' }), object);

/** What was deleted. */
export interface Deleted<T extends string> {
  id: string;
  object: T;
  deleted: true;
}

export const toDeleted = <T extends string>(object: T, id: string): Deleted<T> => ({
  id,
  object,
  deleted: true,
});
