import {
  presentGeneration,
  type GenerationBody,
  type GenerationLinks,
  type GenerationView,
} from './generation.js';
import { presentSpeech, type SpeechBody } from './speech.js';

/** A row of `generation` in the API. */
export type WorkBody = GenerationBody | SpeechBody;

/** Presents a row as the resource that it is in the API. */
export const presentWork = (row: GenerationView, links: GenerationLinks): WorkBody =>
  row.type === 'speech' ? presentSpeech(row, links) : presentGeneration(row, links);

/** Names a row by its id and its resource in the API. */
export interface WorkRef<Name extends WorkBody['object'] = WorkBody['object']> {
  readonly id: string;
  readonly object: Name;
}

/** Returns the name of the resource with this id. */
export const nameWork = (id: string): WorkBody['object'] =>
  id.startsWith('spc_') ? 'speech' : 'generation';

/** Builds the path of a row in the API. */
export const buildWorkPath = (id: string): string =>
  `/v1/${nameWork(id) === 'speech' ? 'speech' : 'generations'}/${id}`;
