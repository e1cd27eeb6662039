import { Type, type Static } from 'typebox';
import type { MediaKind } from '../catalogue/media-types.js';
import { buildPendingKey } from '../catalogue/object-keys.js';
import { buildNamedChoice, buildNullable, ObjectName, PrefixedId, UnixMs } from './common.js';
import { BOX_ID } from './patterns.js';
import type { MediaUrl } from './generation.js';

/** Body of POST /v1/uploads: exactly one of `content_type`, `url` and `data`. */
export const CreateUploadSchema = Type.Object(
  {
    content_type: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 100,
        description: "Signed mode: the file's media type",
      }),
    ),
    size: Type.Optional(
      Type.Integer({
        minimum: 1,
        description:
          'Signed mode: file size in bytes. The file you upload must have exactly this size.',
      }),
    ),
    url: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 2_048,
        description: 'Import mode: a public https URL, or the `url` of a file on this service',
      }),
    ),
    data: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 27_000_000,
        description: 'Inline mode: a base64 data URL',
      }),
    ),
    box_id: Type.Optional(
      Type.String({ pattern: BOX_ID, description: 'ID of the upload box to add the file to' }),
    ),
  },
  {
    $id: 'CreateUpload',
    description: 'A file to upload: exactly one of `content_type`, `url` and `data`',
    additionalProperties: false,
  },
);
export type CreateUploadBody = Static<typeof CreateUploadSchema>;

export const MediaKindName = buildNamedChoice<MediaKind>('MediaKind', 'Kind of file', {
  image: 'an image, at most 20 MB',
  video: 'a clip, at most 200 MB',
  audio: 'an audio file, at most 50 MB',
});

const UploadStatus = buildNamedChoice<'pending' | 'ready'>(
  'UploadStatus',
  'Whether you can use the upload',
  {
    pending: "a signed upload whose file hasn't been checked yet",
    ready: 'checked; its ID can be used in media fields',
  },
);

const fields = {
  id: PrefixedId('upl', 'Upload ID, for use in media fields'),
  object: ObjectName('upload'),
  kind: MediaKindName,
  content_type: Type.String({ description: "The file's media type" }),
  size: buildNullable(
    Type.Integer({ description: 'File size in bytes. Null until a signed upload is checked' }),
  ),
  url: Type.String({
    format: 'uri',
    description:
      'Public URL of the checked file. While the upload is pending, it returns 404 `UPLOAD_NOT_READY`. The URL changes when the upload becomes ready, so use the ID in requests.',
  }),
  status: UploadStatus,
  created_at: UnixMs('Creation time'),
  expires_at: UnixMs('Deletion time, 7 days after creation'),
  box_id: Type.Optional(
    Type.String({ pattern: BOX_ID, description: 'ID of the upload box the file was added to' }),
  ),
};

/** An upload in a response. */
export const UploadSchema = Type.Object(fields, {
  $id: 'Upload',
  description: 'A file to use in media fields',
});
export type UploadBody = Static<typeof UploadSchema>;

/** Response to the creation of an upload. In signed mode it has the address for PUT. */
export const CreatedUploadSchema = Type.Object(
  {
    ...fields,
    upload_url: Type.Optional(
      Type.String({ format: 'uri', description: 'Signed mode: the URL to PUT the file to' }),
    ),
    upload_method: Type.Optional(
      Type.Literal('PUT', { description: 'Signed mode: the HTTP method to use' }),
    ),
    upload_headers: Type.Optional(
      Type.Object(
        {
          'Content-Type': Type.String({ description: 'The declared media type' }),
          'Content-Length': Type.Optional(
            Type.String({
              description:
                "The declared `size`. Omitted if you didn't declare one. Browsers set this header automatically.",
            }),
          ),
        },
        { description: 'Signed mode: headers to send with the file' },
      ),
    ),
    upload_expires_at: Type.Optional(UnixMs('Signed mode: expiry time of the URL')),
  },
  {
    $id: 'CreatedUpload',
    description: 'A new upload. In signed mode it includes the URL to PUT the file to',
  },
);
export type CreatedUploadBody = Static<typeof CreatedUploadSchema>;

/** The columns of an upload that responses contain. */
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

/** Presents an upload. Until the upload is ready, its address does not serve a file. */
export function presentUpload(row: UploadView, mediaUrl: MediaUrl): UploadBody {
  return {
    id: row.id,
    object: 'upload',
    kind: row.kind,
    content_type: row.contentType,
    size: row.size,
    url: mediaUrl(row.objectKey ?? buildPendingKey(row.id)),
    status: row.status === 'ready' ? 'ready' : 'pending',
    created_at: row.createdAt.getTime(),
    expires_at: row.expiresAt.getTime(),
    ...(row.boxId !== null && { box_id: row.boxId }),
  };
}

/**
 * Adds the fields of signed mode: the address for PUT and the headers. The address's signature
 * includes the headers.
 * @param size the declared size; null if the client declared none
 */
export function presentSigned(
  upload: UploadBody,
  { uploadUrl, size, until }: { uploadUrl: string; size: number | null; until: Date },
): CreatedUploadBody {
  return {
    ...upload,
    upload_url: uploadUrl,
    upload_method: 'PUT',
    upload_headers: {
      'Content-Type': upload.content_type,
      ...(size !== null && { 'Content-Length': String(size) }),
    },
    upload_expires_at: until.getTime(),
  };
}
