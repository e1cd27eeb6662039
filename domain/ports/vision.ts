/** The subject of a picture, which decides what to describe. */
export type Subject = 'scene' | 'character' | 'product';

/** A description of a picture, in words for a prompt. */
export interface Description {
  /** The thing in a word or two (`bottle`); null when it was not recognized. */
  readonly type: string | null;
  /** One to five sentences, only about what is visible. */
  readonly text: string;
}

/** Describes pictures. The keyless provider measures them; a model sees more. */
export interface VisionProvider {
  readonly name: string;
  /** Changes with the model and its instructions: answers of another version are not reused. */
  readonly version: string;
  /**
   * @param images pictures of one subject, the clearest first; at least one
   * @throws {ProviderFailure} for every failure of the upstream
   */
  describe(subject: Subject, images: readonly Buffer[], signal: AbortSignal): Promise<Description>;
}
