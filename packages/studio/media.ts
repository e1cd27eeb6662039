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
