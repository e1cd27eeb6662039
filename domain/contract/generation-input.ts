/** A file that a generation was given: an object of our store, and what it is for. */
export interface GenerationInput {
  readonly role:
    | 'scene'
    | 'character'
    | 'product'
    | 'reference'
    | 'start_frame'
    | 'motion'
    | 'narration';
  /** `@tag` of a reference; null for the others. */
  readonly tag: string | null;
  readonly key: string;
  readonly contentType: string;
}

/** Choices of a request that are stored apart from it. */
export interface GenerationOptions {
  readonly motionOrientation?: 'video' | 'image';
}
