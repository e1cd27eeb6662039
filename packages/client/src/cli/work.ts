import type { MediaClient } from '../client.js';
import type { Generation, Speech } from '../endpoints.js';
import type { CompletedGeneration, Generations } from '../generations.js';
import type { CompletedSpeech, Speeches } from '../speech.js';

/** An image, a clip or speech. */
export type Work = Generation | Speech;
export type CompletedWork = CompletedGeneration | CompletedSpeech;

export const isSpeechId = (id: string): boolean => id.startsWith('spc_');

/** Returns the calls for the object that an id belongs to. */
export const callsOf = ({ generations, speech }: MediaClient, id: string): Generations | Speeches =>
  isSpeechId(id) ? speech : generations;

/** Returns its words: the prompt, or the spoken text. */
export const wordsOf = (work: Work): string =>
  (work.object === 'speech' ? work.text : work.request.prompt) ?? '';

export const typeOf = (work: Work): 'image' | 'video' | 'speech' =>
  work.object === 'speech' ? work.object : work.type;
