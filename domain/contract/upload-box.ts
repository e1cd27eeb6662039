import { Type, type Static } from 'typebox';
import type { MediaKind } from '../catalogue/media-types.js';
import { BOX_BYTES_MAX, BOX_FILES_MAX } from '../catalogue/upload-limits.js';
import { buildNullable, ObjectName, UnixMs } from './common.js';
import { BOX_ID, VISIBLE } from './patterns.js';
import { MediaKindName } from './upload.js';

/** Body of POST /v1/upload-boxes. */
export const OpenBoxSchema = Type.Object(
  {
    purpose: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 300,
        pattern: VISIBLE,
        description: 'Purpose of the files. Shown on the upload page',
      }),
    ),
    accept: Type.Optional(
      Type.Array(MediaKindName, {
        minItems: 1,
        maxItems: 3,
        uniqueItems: true,
        description: 'Kinds of files the box accepts. Default: all kinds.',
      }),
    ),
  },
  {
    $id: 'OpenUploadBox',
    description: 'An upload box to open',
    additionalProperties: false,
  },
);
export type OpenBoxBody = Static<typeof OpenBoxSchema>;

/** An upload box in a response. */
export const UploadBoxSchema = Type.Object(
  {
    id: Type.String({
      pattern: BOX_ID,
      description:
        'Box ID. Anyone who knows it can add files, so share it only with the person you want files from.',
    }),
    object: ObjectName('upload_box'),
    url: Type.String({
      format: 'uri',
      description: 'URL of the upload page, which needs no sign-in',
    }),
    purpose: buildNullable(Type.String({ description: 'Purpose of the files' })),
    accept: Type.Array(MediaKindName, { description: 'Kinds of files the box accepts' }),
    files_max: Type.Integer({
      minimum: 1,
      description: 'Maximum number of uploads started in the box, including failed ones',
    }),
    files_left: Type.Integer({
      minimum: 0,
      description: 'Number of files the box will still accept, out of `files_max`',
    }),
    bytes_left: Type.Integer({
      minimum: 0,
      description: `Number of bytes the box will still accept, out of ${BOX_BYTES_MAX / 1e9} GB`,
    }),
    created_at: UnixMs('Creation time'),
    expires_at: UnixMs(
      'Time the box stops accepting files and is removed from the list, 24 hours after it was opened',
    ),
  },
  {
    $id: 'UploadBox',
    description:
      'A page where someone can upload files for you. The files become your uploads; list them with `GET /v1/uploads?box_id=`',
  },
);
export type UploadBoxBody = Static<typeof UploadBoxSchema>;

/** The columns of a box that responses contain. */
export interface BoxView {
  readonly id: string;
  readonly purpose: string | null;
  readonly accept: readonly MediaKind[];
  readonly files: number;
  readonly bytes: number;
  readonly createdAt: Date;
  readonly expiresAt: Date;
}

/**
 * Presents a box.
 * @param publicUrl address of the service, which serves a page for each box
 */
export function presentBox(row: BoxView, publicUrl: string): UploadBoxBody {
  return {
    id: row.id,
    object: 'upload_box',
    url: `${publicUrl}/box/${row.id}`,
    purpose: row.purpose,
    accept: [...row.accept],
    files_max: BOX_FILES_MAX,
    files_left: BOX_FILES_MAX - row.files,
    bytes_left: BOX_BYTES_MAX - row.bytes,
    created_at: row.createdAt.getTime(),
    expires_at: row.expiresAt.getTime(),
  };
}
