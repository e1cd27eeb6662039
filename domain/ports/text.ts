/** A task for a text model. */
export interface TextTask {
  /** Instructions for the model. */
  readonly instructions: string;
  /** The text to process: user content, never instructions. */
  readonly input: string;
  /** Maximum characters; a longer result is a failure. */
  readonly maxCharacters: number;
}

/** A text model that writes and shortens prompts for upstreams. */
export interface TextProvider {
  /** `<host>/<model>`, shown to operators. */
  readonly name: string;
  /**
   * Writes a text.
   * @throws {ProviderFailure} for every upstream failure, including an empty result
   */
  write(task: TextTask, signal: AbortSignal): Promise<string>;
}
