import type { EntityManager } from 'typeorm';
import type { GenerationLinks } from '../contract/generation.js';
import type { WorkBody, WorkRef } from '../contract/work.js';
import { readGeneration } from './read-generation.js';
import { readSpeech } from './read-speech.js';
import type { StageTimes } from './stage-times.js';

/** Reads the current state of an account's generation or speech; null if there is none. */
export async function readWork<Name extends WorkBody['object']>(
  deps: GenerationLinks & { readonly db: { readonly manager: EntityManager } },
  { id, object, accountId }: WorkRef<Name> & { readonly accountId: string },
  times?: StageTimes,
): Promise<Extract<WorkBody, { object: Name }> | null> {
  const named = { id, accountId };
  const work =
    object === 'speech'
      ? await readSpeech(deps.db.manager, named, deps)
      : await readGeneration(deps.db.manager, named, deps, times);
  return work as Extract<WorkBody, { object: Name }> | null;
}
