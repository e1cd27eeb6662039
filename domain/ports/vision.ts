/** What a picture shows, and so what is worth saying about it. */
export type Subject = 'scene' | 'character' | 'product';

/** What was seen, in words for a prompt. */
export interface Description {
  /** What the thing is, in a word or two (`bottle`); null when the looker cannot tell. */
  readonly type: string | null;
  /** One to five sentences. Says only what was seen. */
  readonly text: string;
}

/** Looks at pictures. The keyless one measures; a model sees more. */
export interface VisionProvider {
  readonly name: string;
  /** Changes with the model and with what it is asked: answers of another version are not reused. */
  readonly version: string;
  /**
   * @param images pictures of one subject, the clearest first; at least one
   * @throws {ProviderFailure} for every failure of the upstream
   */
  describe(subject: Subject, images: readonly Buffer[], signal: AbortSignal): Promise<Description>;
}
