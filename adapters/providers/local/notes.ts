import type { ImageJob } from '../../../domain/ports/provider.js';
import { unknownThing } from '@media-platform/studio';

const ADVICE =
  'It draws a short list of things only; configure a provider (docs/providers.md) for real pictures.';

/** Sentences for the caller about what the picture does not show; empty when all was drawn. */
export function notesOf(job: Pick<ImageJob, 'prompt' | 'inputs'>): string[] {
  const unknown = unknownThing(job);
  if (unknown === null) return [];
  const instead = unknown.replaced ? 'drew a stand-in' : 'left it out';
  return [`The built-in renderer does not know "${unknown.name}" and ${instead}. ${ADVICE}`];
}
