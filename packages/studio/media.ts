/** A file that was given, as its bytes. */
export interface Media {
  readonly bytes: Buffer;
}

/** A picture that the prompt names by its tag. */
export interface TaggedPicture {
  /** `@tag` as it stands in the prompt. */
  readonly tag: string;
  readonly image: Media;
}
