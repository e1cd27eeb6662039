import type { Generation } from '../api/contract';

/** The media fields of image and video requests. */
export type MediaRole =
  | 'scene_image'
  | 'character_image'
  | 'start_frame'
  | 'reference_images'
  | 'narration_audio'
  | 'motion_video';

/** The files in one field of a sent request. The API does not store files with the request. */
export interface RequestFiles {
  readonly role: MediaRole;
  readonly count: number;
  /** A phrase for people, such as "a scene". */
  readonly words: string;
}

/** Lists a sent request's files. If there are none, the request can be sent again unchanged. */
export function listRequestFiles({ type, request }: Generation): readonly RequestFiles[] {
  const listOneFile = (role: MediaRole, words: string, isGiven: boolean) =>
    isGiven ? [{ role, count: 1, words }] : [];
  const files =
    type === 'image'
      ? [
          ...listOneFile(
            'scene_image',
            request.edit ? 'an image to edit' : 'a scene image',
            request.has_scene_image,
          ),
          ...listOneFile('character_image', 'a face image', request.has_character_image),
        ]
      : [
          ...listOneFile('start_frame', 'a first frame', request.has_start_frame),
          ...listOneFile('character_image', 'a face image', request.has_character_image),
          ...listOneFile('narration_audio', 'narration audio', request.has_narration_audio),
          ...listOneFile('motion_video', 'a motion clip', request.motion_video_seconds !== null),
        ];
  const count = request.reference_images;
  if (count === 0) return files;
  const words = `${count} reference ${count === 1 ? 'image' : 'images'}`;
  return [...files, { role: 'reference_images', count, words }];
}

/** Describes files in a phrase, such as "a scene and 2 reference images". */
export const describeFiles = (files: readonly RequestFiles[]): string =>
  files.map(({ words }) => words).join(' and ');
