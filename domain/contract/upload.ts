import { Type, type Static } from 'typebox';
import type { MediaKind } from '../catalogue/media-types.js';
import { pendingKeyOf } from '../catalogue/object-keys.js';
import { BOX_ID, namedChoice, nullable, ObjectName, PrefixedId, UnixMs } from './common.js';
import type { MediaUrl } from './generation.js';

/** Body of POST /v1/uploads: exactly one of `content_type`, `url` and `data`. */
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
      Type.Integer({
        minimum: 1,
        description: 'Signed mode: bytes, checked against the limit. Then no other size is taken.',
      }),
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
    box_id: Type.Optional(
      Type.String({ pattern: BOX_ID, description: 'The upload box that lists the file' }),
    ),
  },
  {
    $id: 'CreateUpload',
    description: 'A file to upload: exactly one of `content_type`, `url` and `data`',
    additionalProperties: false,
  },
);
export type CreateUploadBody = Static<typeof CreateUploadSchema>;

export const MediaKindName = namedChoice<MediaKind>('MediaKind', 'What sort of file it is', {
  image: 'a picture, at most 20 MB',
  video: 'a clip, at most 200 MB',
  audio: 'a sound, at most 50 MB',
});

const UploadStatus = namedChoice<'pending' | 'ready'>('UploadStatus', 'Whether it can be used', {
  pending: 'a signed upload whose file has not been checked yet',
  ready: 'checked: every media field takes its id',
});

const fields = {
  id: PrefixedId('upl', 'Id of the upload, for any media field'),
  object: ObjectName('upload'),
  kind: MediaKindName,
  content_type: Type.String({ description: 'Media type of the file' }),
  size: nullable(Type.Integer({ description: 'Bytes; null until a signed upload finishes' })),
  url: Type.String({
    format: 'uri',
    description:
      'Public address of the checked file. That of a pending upload answers 404 `UPLOAD_NOT_READY`, and changes when the upload becomes ready: use the id.',
  }),
  status: UploadStatus,
  created_at: UnixMs('When it was created'),
  expires_at: UnixMs('When it is removed, 7 days after its creation'),
  box_id: Type.Optional(
    Type.String({ pattern: BOX_ID, description: 'The upload box it was added to' }),
  ),
};

/** An upload, as callers see it. */
export const UploadSchema = Type.Object(fields, {
  $id: 'Upload',
  description: 'A file for the media fields of requests',
});
export type UploadBody = Static<typeof UploadSchema>;

/** The answer to a creation; signed mode tells where to PUT the bytes. */
export const CreatedUploadSchema = Type.Object(
  {
    ...fields,
    upload_url: Type.Optional(
      Type.String({ format: 'uri', description: 'Signed mode: where the bytes go' }),
    ),
    upload_method: Type.Optional(
      Type.Literal('PUT', { description: 'Signed mode: the method to send them with' }),
    ),
    upload_headers: Type.Optional(
      Type.Object(
        {
          'Content-Type': Type.String({ description: 'The type that was declared' }),
          'Content-Length': Type.Optional(
            Type.String({
              description:
                'The `size` that was declared; absent without one. Browsers send it by themselves.',
            }),
          ),
        },
        { description: 'Signed mode: the headers to send them with' },
      ),
    ),
    upload_expires_at: Type.Optional(UnixMs('Signed mode: until when the address takes bytes')),
  },
  { $id: 'CreatedUpload', description: 'A new upload; in signed mode with where to PUT the file' },
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

/** Presents an upload. Until it is ready its address serves no file. */
export function presentUpload(row: UploadView, mediaUrl: MediaUrl): UploadBody {
  return {
    id: row.id,
    object: 'upload',
    kind: row.kind,
    content_type: row.contentType,
    size: row.size,
    url: mediaUrl(row.objectKey ?? pendingKeyOf(row.id)),
    status: row.status === 'ready' ? 'ready' : 'pending',
    created_at: row.createdAt.getTime(),
    expires_at: row.expiresAt.getTime(),
    ...(row.boxId !== null && { box_id: row.boxId }),
  };
}

/**
 * Adds what the answer in signed mode tells: where the caller PUTs the bytes, and with which
 * headers. The address is signed with them.
 * @param size as it was declared; null when it was not
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
