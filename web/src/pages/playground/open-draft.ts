import type { Generation } from '../../api/contract';
import { listRequestFiles } from '../../generations/request-files';
import type { UploadedFile } from '../../uploads/media-field';
import { EMPTY_DRAFT, type Draft } from './draft';
import type { Intent } from './search';

const DIRECTIVE = /\s*\bsimulate:([\w.=+-]*[\w=+-])/giu;

/**
 * Fills the form from an earlier request, without its seed, so that the result differs. That
 * request's files are not stored, so `wanted` lists them.
 */
function toDraft(generation: Generation): Draft {
  const { type, request, model } = generation;
  const words = request.prompt ?? '';
  return {
    ...EMPTY_DRAFT,
    type,
    prompt: words.replaceAll(DIRECTIVE, '').trim(),
    simulate: [...words.matchAll(DIRECTIVE)].flatMap(([, name]) => (name ? [name] : [])),
    videoModel: type === 'video' ? model : '',
    aspectRatio: request.aspect_ratio,
    resolution: request.resolution,
    duration: 'duration' in request ? request.duration : '',
    audio: 'audio' in request ? request.audio : null,
    orientation: ('motion_orientation' in request && request.motion_orientation) || '',
    characterId: request.character_id,
    script: ('script' in request && request.script) || '',
    voiceKey: ('voice_key' in request && request.voice_key) || null,
    language: ('language' in request && request.language) || '',
    edit: 'edit' in request && request.edit,
    wanted: listRequestFiles(generation),
    productId: request.product_id,
  };
}

/** The most images that a request can refer to. */
const REFERENCES_MAX = 6;

/**
 * Fills the form from an earlier generation.
 * @param intent how its result is used; without it, its request is repeated
 * @param current the form before, to which a reference is added
 */
export function openDraft(
  generation: Generation,
  intent: Intent | undefined,
  current: Draft,
): Draft {
  const again = toDraft(generation);
  const { result, id } = generation;
  if (!intent || !result) return again;
  const { prompt, aspectRatio, resolution } = again;
  // The API accepts the URL of a result in place of an upload's id.
  const file: UploadedFile = {
    id: result.url,
    name: `Image ${id.slice(4, 10)}`,
    preview: result.url,
  };
  switch (intent) {
    case 'animate':
      return { ...EMPTY_DRAFT, type: 'video', prompt, aspectRatio, files: { start_frame: [file] } };
    case 'edit':
      return {
        ...EMPTY_DRAFT,
        aspectRatio,
        resolution,
        edit: true,
        files: { scene_image: [file] },
      };
    case 'reference': {
      const others = current.files.reference_images?.filter((other) => other.id !== file.id) ?? [];
      const references = [...others, file].slice(-REFERENCES_MAX);
      return { ...current, files: { ...current.files, reference_images: references } };
    }
    case 'variations':
      return { ...again, count: generation.type === 'image' ? 4 : 1 };
  }
}
