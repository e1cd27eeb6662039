import { hasPictures } from './inputs/compose-picture.js';
import { pickGivenPictures, type PictureInputs } from './inputs/given.js';
import { readHeld } from './inputs/held.js';
import { withoutTags } from './inputs/mentions.js';
import { findUnknownSubject } from './picture/find-unknown-noun.js';

/** A thing in a prompt that the studio cannot draw. */
export interface UnknownThing {
  /** The prompt's name for the thing. */
  readonly name: string;
  /** Whether something else was drawn instead, because the prompt contained nothing else. */
  readonly replaced: boolean;
}

/** Finds the first thing in a request that the studio cannot draw, or null. */
export function findUnknownThing(request: {
  readonly prompt: string;
  readonly inputs: PictureInputs;
}): UnknownThing | null {
  const pictures = pickGivenPictures(request.inputs);
  const given = hasPictures(pictures);
  const prompt = withoutTags(request.prompt);
  // The thing in a given person's hand is always known.
  const rest = pictures.character === null ? prompt : readHeld(prompt).rest;
  const unknown = findUnknownSubject(rest, given);
  return unknown && { name: unknown.name, replaced: unknown.alone && !given };
}
