import type { Generation } from '../../api/contract';
import { listRequestFiles } from '../../generations/request-files';
import { EMPTY_DRAFT, type Draft } from './draft';

const DIRECTIVE = /\s*\bsimulate:([\w.=+-]*[\w=+-])/giu;

/**
 * Fills the form from an earlier request, without its seed, so that the result differs. That
 * request's files are not stored, so `wanted` lists them.
 */
export function toDraft(generation: Generation): Draft {
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
    edit: 'edit' in request && request.edit,
    wanted: listRequestFiles(generation),
    productId: request.product_id,
  };
}
