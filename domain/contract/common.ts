import { Type, type TSchema } from 'typebox';

/** Prefixed id: `gen_` and 32 hex characters. */
export const idPattern = (prefix: string) => `^${prefix}_[0-9a-f]{32}$`;

/** Id of a saved character or product: 20 characters of base32, without a prefix (spec). */
export const SubjectId = (description: string) =>
  Type.String({ minLength: 1, maxLength: 64, description });

/** The path parameter that names a character or product. */
export const SubjectParams = Type.Object({ id: Type.String({ pattern: '^[a-z2-7]{20}$' }) });

/** The answer to the deletion of a character or product. */
export const deletedSubject = <T extends string>(object: T) =>
  Type.Object({
    id: Type.String(),
    object: Type.Literal(object),
    deleted: Type.Literal(true),
  });

/** Unix milliseconds. */
export const UnixMs = Type.Integer({ minimum: 0, description: 'Unix milliseconds' });

export const nullable = <S extends TSchema>(schema: S) => Type.Union([schema, Type.Null()]);

/** A string of a fixed set. The `type` key is for readers of the OpenAPI document. */
export const oneOf = <T extends string>(values: readonly T[], options: object = {}) =>
  Type.Enum([...values], { type: 'string', ...options });

/** Query of a list that pages (spec, Pagination). */
export const PageQuery = {
  limit: Type.Optional(
    Type.Integer({ minimum: 1, maximum: 100, default: 20, description: 'Page size' }),
  ),
  cursor: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 200,
      description: '`next_cursor` of the previous page',
    }),
  ),
};

/** A page of a list, newest first. */
export const pageOf = <S extends TSchema>(item: S) =>
  Type.Object({
    object: Type.Literal('list'),
    data: Type.Array(item),
    next_cursor: nullable(Type.String()),
  });

/** The answer to a deletion. */
export const deletedOf = (object: string, prefix: string) =>
  Type.Object({
    id: Type.String({ pattern: idPattern(prefix) }),
    object: Type.Literal(object),
    deleted: Type.Literal(true),
  });

/** Presents a page. */
export function presentPage<T>(data: T[], nextCursor: string | null) {
  return { object: 'list' as const, data, next_cursor: nextCursor };
}
