import { VIDEO_MODELS } from '../../../domain/catalogue/video-models.js';
import { dataUrl } from '../../support/data-url.js';

import { casesOf, type RefusedCase } from './case.js';
import { PNG } from './world.js';

const fox = { prompt: 'a fox' };
const image = dataUrl(PNG);
const subject = 'a'.repeat(20);
const twice = [
  { tag: '@a', image },
  { tag: '@a', image },
];

const IMAGES: Readonly<Record<string, object>> = {
  'no input': {},
  'only options': { resolution: '4K' },
  'an empty prompt': { prompt: '' },
  'a blank prompt': { prompt: ' \n ' },
  'a prompt that is too long': { prompt: 'x'.repeat(5_001) },
  'a prompt of the wrong type': { prompt: 7 },
  'a NUL in the prompt': { prompt: 'a \u0000 fox' },
  'half a surrogate pair in the prompt': { prompt: 'a \ud800 fox' },
  'a blocked prompt': { prompt: 'a bowl of forbidden fruit' },
  'an unknown ratio': { ...fox, aspect_ratio: '2:1' },
  'an unknown resolution': { ...fox, resolution: '1k' },
  'a text instead of a boolean': { ...fox, edit: 'true' },
  'an unknown field': { ...fox, promt: 'a fox' },
  'a field of videos': { ...fox, duration: '8' },
  'several problems': { aspect_ratio: 1, resolution: 7, edit: 'yes' },
  'an unknown character': { character_id: subject },
  'an unknown product': { ...fox, product_id: subject },
  'a character of the wrong type': { character_id: 7 },
  'an empty scene': { scene_image: '' },
  'a scene of the wrong type': { scene_image: 7 },
  'references that are not a list': { ...fox, reference_images: { image } },
  'a reference without a picture': { ...fox, reference_images: [{ tag: '@a' }] },
  'a reference as text': { ...fox, reference_images: [image] },
  'a tag without @': { ...fox, reference_images: [{ tag: 'a', image }] },
  'a tag that is too long': { ...fox, reference_images: [{ tag: `@${'a'.repeat(21)}`, image }] },
  'a tag that is used twice': { ...fox, reference_images: twice },
  'a tag equal to a default tag': {
    ...fox,
    reference_images: [{ tag: '@ref2', image }, { image }],
  },
  'a seventh reference': { ...fox, reference_images: Array.from({ length: 7 }, () => ({ image })) },
  'bad references in several fields': { scene_image: 'a', character_image: 'data:image/png' },
  'a blocked prompt and an unknown upload': {
    prompt: 'forbidden fruit',
    scene_image: `upl_${'0'.repeat(32)}`,
  },
};

const film = { model: 'veo-3', prompt: 'a fox' };
const motion = { model: 'kling-3.0-motion-control', start_frame: image };

const speaks = { ...film, script: 'Hello there.' };

/** Scripts that the built-in renderer cannot speak, or that do not fit into a clip. */
const SCRIPTS: Readonly<Record<string, object>> = {
  'an empty script': { ...film, script: '' },
  'a blank script': { ...film, script: ' ' },
  'a script of the wrong type': { ...film, script: 7 },
  'a NUL in the script': { ...film, script: 'a \u0000 fox' },
  'a script that is too long': { ...film, script: 'x'.repeat(2_001) },
  'a script longer than every clip': { ...film, script: 'one more word '.repeat(60) },
  'a script longer than its clip': {
    ...film,
    duration: '4',
    script: 'This takes more than four seconds to speak, even if it is read in a hurry.',
  },
  'a blocked script': { ...film, script: 'a bowl of forbidden fruit' },
  'a script and an unknown directive': { ...film, script: 'Hello simulate:nothing' },
  'a script for motion control': { ...motion, motion_video: image, script: 'Hello there.' },
  'a script with no sound': { ...speaks, audio: false },
  'a script with a voice-over': { ...speaks, narration_audio: image },
  'a script in a language without a voice here': { ...speaks, language: 'de' },
  'a script with a voice that speaks no English': { ...speaks, voice_key: 'lena' },
  'a script with an unknown voice': { ...speaks, voice_key: 'nobody' },
  'a script in no language': { ...speaks, language: 'english please' },
  'a script of an unknown character': { ...speaks, character_id: subject },
  'a language without a script': { ...film, language: 'en' },
  'a voice without a script': { ...film, voice_key: 'grace' },
};

const VIDEOS: Readonly<Record<string, object>> = {
  'no model': { prompt: 'a fox' },
  'an unknown model': { model: 'seedance-2.6', prompt: 'a fox' },
  'no input': { model: 'veo-3' },
  'only a product': { model: 'veo-3', product_id: subject },
  'an empty prompt': { model: 'veo-3', prompt: '' },
  'a prompt of the wrong type': { model: 'veo-3', prompt: 7 },
  'a blocked prompt': { model: 'veo-3', prompt: 'forbidden fruit' },
  'an unknown character': { ...film, character_id: subject },
  'an unknown product': { ...film, product_id: subject },
  'a text instead of the sound flag': { ...film, audio: 'true' },
  'an unknown field': { ...film, start_fram: image },
  'a field of images': { ...film, scene_image: image },
  'a motion clip without motion control': { ...film, motion_video: image },
  'an orientation without motion control': { ...film, motion_orientation: 'image' },
  'an unknown orientation': { ...motion, motion_video: image, motion_orientation: 'up' },
  'no motion clip': motion,
  'a duration for motion control': { ...motion, motion_video: image, duration: '5' },
  'nine references': { ...film, reference_images: Array.from({ length: 9 }, () => ({ image })) },
  'a tag that is used twice': { ...film, reference_images: twice },
  'several problems': {
    model: 'veo-3',
    prompt: 7,
    duration: '5',
    resolution: 720,
    aspect_ratio: '7:5',
    foo: 1,
  },
};

/** Options that each model does not offer. */
const OPTIONS: readonly RefusedCase[] = VIDEO_MODELS.flatMap(({ id, promptMax }) =>
  casesOf('video', {
    [`${id} in a resolution that it does not offer`]: {
      model: id,
      start_frame: image,
      resolution: '333p',
    },
    [`${id} in a ratio that it does not offer`]: {
      model: id,
      start_frame: image,
      aspect_ratio: '7:5',
    },
    [`${id} with a prompt that is too long`]: { model: id, prompt: 'x'.repeat(promptMax + 1) },
  }),
);

/** Bodies that are refused for their content. */
export const BODIES: readonly RefusedCase[] = [
  ...casesOf('image', IMAGES),
  ...casesOf('video', VIDEOS),
  ...casesOf('video', SCRIPTS),
  ...OPTIONS,
];
