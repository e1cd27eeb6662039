import type { ImageJob } from '../provider.js';
import { hasPictures } from './inputs/compose.js';
import { givenPictures } from './inputs/given.js';
import { withoutTags } from './inputs/mentions.js';
import { unknownSubject } from './picture/unknown.js';

const ADVICE =
  'It draws a short list of things only; configure a provider (docs/providers.md) for real pictures.';

/** What the caller should know about the picture of a job, in whole sentences; empty when all was drawn. */
export function notesOf(job: Pick<ImageJob, 'prompt' | 'inputs'>): string[] {
  const given = hasPictures(givenPictures(job.inputs));
  const unknown = unknownSubject(withoutTags(job.prompt), given);
  if (unknown === null) return [];
  const instead = unknown.alone && !given ? 'drew a stand-in' : 'left it out';
  return [`The built-in renderer does not know "${unknown.name}" and ${instead}. ${ADVICE}`];
}
