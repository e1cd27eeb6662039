/** An input file, as bytes. */
export interface Media {
  readonly bytes: Buffer;
}

/** A picture that the prompt references by its tag. */
export interface TaggedPicture {
  /** The picture's `@tag` as written in the prompt. */
  readonly tag: string;
  readonly image: Media;
}

/** All of a request's pictures; absent pictures are null or empty. */
export interface PictureInputs {
  readonly scene: Media | null;
  /** Photos of one face, the clearest first. */
  readonly characters: readonly Media[];
  /** Photos of one item, the clearest first. */
  readonly products: readonly Media[];
  readonly references: readonly TaggedPicture[];
}

/**
 * The pictures to draw. If a face or product has several photos, the first and clearest is drawn.
 */
export interface GivenPictures {
  readonly scene: Media | null;
  readonly character: Media | null;
  readonly product: Media | null;
  readonly references: readonly TaggedPicture[];
}

/** Chooses the pictures to draw. */
export function pickGivenPictures({
  scene,
  characters,
  products,
  references,
}: PictureInputs): GivenPictures {
  return {
    scene,
    character: characters[0] ?? null,
    product: products[0] ?? null,
    references,
  };
}
