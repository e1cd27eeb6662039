/** A picture's subject, which decides what to describe. */
export type Subject = 'scene' | 'character' | 'product';

/** A picture's description, in words for a prompt. */
export interface Description {
  /** The object in a word or two (`bottle`); null if it was not recognized. */
  readonly type: string | null;
  /** One to five sentences, only about visible things. */
  readonly text: string;
}

/**
 * Describes pictures. The built-in provider, which needs no API key, measures pictures; a model
 * sees more.
 */
export interface VisionProvider {
  readonly name: string;
  /**
   * Changes with the model and its instructions: descriptions from another version are not reused.
   */
  readonly version: string;
  /**
   * Describes pictures.
   * @param images pictures of one subject, the clearest first; at least one
   * @throws {ProviderFailure} for every upstream failure
   */
  describe(subject: Subject, images: readonly Buffer[], signal: AbortSignal): Promise<Description>;
}
