import { Type, type Static } from 'typebox';
import type { MediaKind } from '../catalogue/media-types.js';
import { BOX_BYTES_MAX, BOX_FILES_MAX } from '../catalogue/upload-box.js';
import { BOX_ID, nullable, ObjectName, UnixMs, VISIBLE } from './common.js';
import { MediaKindName } from './upload.js';

/** Body of POST /v1/upload-boxes. */
export const OpenBoxSchema = Type.Object(
  {
    purpose: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 300,
        pattern: VISIBLE,
        description:
          'What the files are for, in words for whoever has them: the page of the box shows it',
      }),
    ),
    accept: Type.Optional(
      Type.Array(MediaKindName, {
        minItems: 1,
        maxItems: 3,
        uniqueItems: true,
        description: 'The kinds of files that the box takes. Without it: all of them.',
      }),
    ),
  },
  {
    $id: 'OpenUploadBox',
    description: 'What a new upload box is for',
    additionalProperties: false,
  },
);
export type OpenBoxBody = Static<typeof OpenBoxSchema>;

/** An upload box, as its account sees it. */
export const UploadBoxSchema = Type.Object(
  {
    id: Type.String({
      pattern: BOX_ID,
      description: 'Id of the box. Whoever knows it may add files, so give it only to them.',
    }),
    object: ObjectName('upload_box'),
    url: Type.String({
      format: 'uri',
      description: 'The page on which a person drops, pastes or photographs files; no sign-in',
    }),
    purpose: nullable(Type.String({ description: 'What the files are for' })),
    accept: Type.Array(MediaKindName, { description: 'The kinds of files that it takes' }),
    files_max: Type.Integer({
      minimum: 1,
      description: 'How many files may be begun in it, whatever becomes of them',
    }),
    files_left: Type.Integer({
      minimum: 0,
      description: 'How many more files it takes, of `files_max`',
    }),
    bytes_left: Type.Integer({
      minimum: 0,
      description: `How many more bytes it takes, of ${BOX_BYTES_MAX}`,
    }),
    created_at: UnixMs('When it was opened'),
    expires_at: UnixMs('Until when it takes files and can be listed, 24 hours after its opening'),
  },
  {
    $id: 'UploadBox',
    description:
      'Where a person puts files; they are uploads of the account, listed by `GET /v1/uploads?box_id=`',
  },
);
export type UploadBoxBody = Static<typeof UploadBoxSchema>;

/** The columns of a box that the outside sees. */
export interface BoxView {
  readonly id: string;
  readonly purpose: string | null;
  readonly accept: readonly MediaKind[];
  readonly files: number;
  readonly bytes: number;
  readonly createdAt: Date;
  readonly expiresAt: Date;
}

/** Presents a box. @param publicUrl of the service, which has a page for each */
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
