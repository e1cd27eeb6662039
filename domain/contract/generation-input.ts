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
  /** A reference's `@tag`; null for other inputs. */
  readonly tag: string | null;
  readonly key: string;
  readonly contentType: string;
}

/** Request options that are stored separately from the request. */
export interface GenerationOptions {
  readonly motionOrientation?: 'video' | 'image';
}
