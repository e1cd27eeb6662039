import type { Generation } from '../api';

/** The media fields of both kinds of request. */
export type MediaRole =
  | 'scene_image'
  | 'character_image'
  | 'start_frame'
  | 'reference_images'
  | 'narration_audio'
  | 'motion_video';

/** Files that a request was sent with in one of its fields. They are not kept with it. */
export interface RequestFiles {
  readonly role: MediaRole;
  readonly count: number;
  /** Such as "a scene". */
  readonly words: string;
}

/** The files that a request was sent with; none when it can be sent again without any. */
export function listRequestFiles({ type, request }: Generation): readonly RequestFiles[] {
  const one = (role: MediaRole, words: string, isGiven: boolean) =>
    isGiven ? [{ role, count: 1, words }] : [];
  const files =
    type === 'image'
      ? [
          ...one(
            'scene_image',
            request.edit ? 'the scene that was edited' : 'a scene',
            request.has_scene_image,
          ),
          ...one('character_image', 'a face', request.has_character_image),
        ]
      : [
          ...one('start_frame', 'a first frame', request.has_start_frame),
          ...one('motion_video', 'a motion clip', request.motion_video_seconds !== null),
        ];
  const count = request.reference_images;
  if (count === 0) return files;
  const words = `${count} reference ${count === 1 ? 'image' : 'images'}`;
  return [...files, { role: 'reference_images', count, words }];
}

/** Files in words: "a scene and 2 reference images". */
export const describeFiles = (files: readonly RequestFiles[]): string =>
  files.map(({ words }) => words).join(' and ');
