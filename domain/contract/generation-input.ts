/** An input file of a generation: an object in our store, and its role. */
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

/** Options of a request that are stored separately from it. */
export interface GenerationOptions {
  readonly motionOrientation?: 'video' | 'image';
}
