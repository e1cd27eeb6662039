import type { JobInputs, JobMedia, TaggedImage } from '../../provider.js';

/** The pictures that are drawn: of several photos of one face or product the first, the clearest. */
export interface GivenPictures {
  readonly scene: JobMedia | null;
  readonly character: JobMedia | null;
  readonly product: JobMedia | null;
  readonly references: readonly TaggedImage[];
}

/** Picks from the inputs of a job what this renderer shows. */
export function givenPictures({
  scene,
  characters,
  products,
  references,
}: JobInputs): GivenPictures {
  return {
    scene,
    character: characters[0] ?? null,
    product: products[0] ?? null,
    references,
  };
}
