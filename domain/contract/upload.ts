import { Type, type Static } from 'typebox';
import { MEDIA_KINDS, type MediaKind } from '../catalogue/media-types.js';
import { idPattern, nullable, oneOf, UnixMs } from './common.js';
import type { MediaUrl } from './generation.js';

export const BOX_ID = '^box_[0-9a-f]{24}$';

/** Body of POST /v1/uploads: exactly one of `content_type`, `url` and `data` (spec, Uploads). */
export const CreateUploadSchema = Type.Object(
  {
    content_type: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 100,
        description: 'Signed mode: the type of the file',
      }),
    ),
    size: Type.Optional(
      Type.Integer({ minimum: 1, description: 'Signed mode: bytes, checked against the limit' }),
    ),
    url: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 2_048,
        description: 'Import: a public https URL, or the `url` of a file of this service',
      }),
    ),
    data: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 27_000_000,
        description: 'Inline: a base64 data URL',
      }),
    ),
    box_id: Type.Optional(Type.String({ pattern: BOX_ID })),
  },
  { $id: 'CreateUpload', additionalProperties: false },
);
export type CreateUploadBody = Static<typeof CreateUploadSchema>;

const fields = {
  id: Type.String({ pattern: idPattern('upl') }),
  object: Type.Literal('upload'),
  kind: oneOf(MEDIA_KINDS),
  content_type: Type.String(),
  size: nullable(Type.Integer({ description: 'Bytes; null until a signed upload finishes' })),
  url: nullable(
    Type.String({ format: 'uri', description: 'Of the checked file; null until it is ready' }),
  ),
  status: oneOf(['pending', 'ready']),
  created_at: UnixMs,
  expires_at: UnixMs,
  box_id: Type.Optional(Type.String({ pattern: BOX_ID })),
};

/** Upload (spec, Resources). */
export const UploadSchema = Type.Object(fields, { $id: 'Upload' });
export type UploadBody = Static<typeof UploadSchema>;

/** The answer to a creation; signed mode tells where to PUT the bytes. */
export const CreatedUploadSchema = Type.Object(
  {
    ...fields,
    upload_url: Type.Optional(Type.String({ format: 'uri' })),
    upload_method: Type.Optional(Type.Literal('PUT')),
    upload_headers: Type.Optional(Type.Object({ 'Content-Type': Type.String() })),
    upload_expires_at: Type.Optional(UnixMs),
  },
  { $id: 'CreatedUpload' },
);
export type CreatedUploadBody = Static<typeof CreatedUploadSchema>;

/** The columns of an upload that the outside sees. */
export interface UploadView {
  readonly id: string;
  readonly status: 'staging' | 'pending' | 'ready';
  readonly kind: MediaKind;
  readonly contentType: string;
  readonly size: number | null;
  readonly objectKey: string | null;
  readonly boxId: string | null;
  readonly createdAt: Date;
  readonly expiresAt: Date;
}

/** Presents an upload. Until it is ready there is nothing that is served. */
export function presentUpload(row: UploadView, mediaUrl: MediaUrl): UploadBody {
  return {
    id: row.id,
    object: 'upload',
    kind: row.kind,
    content_type: row.contentType,
    size: row.size,
    url: row.objectKey === null ? null : mediaUrl(row.objectKey),
    status: row.status === 'ready' ? 'ready' : 'pending',
    created_at: row.createdAt.getTime(),
    expires_at: row.expiresAt.getTime(),
    ...(row.boxId !== null && { box_id: row.boxId }),
  };
}

/** Adds what a signed creation answers: the caller PUTs the bytes there. */
export function presentSigned(
  upload: UploadBody,
  uploadUrl: string,
  until: Date,
): CreatedUploadBody {
  return {
    ...upload,
    upload_url: uploadUrl,
    upload_method: 'PUT',
    upload_headers: { 'Content-Type': upload.content_type },
    upload_expires_at: until.getTime(),
  };
}
