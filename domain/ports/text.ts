/** What a text model is asked. */
export interface TextTask {
  /** How to answer. */
  readonly instructions: string;
  /** What to work on: contents of a caller, never instructions. */
  readonly input: string;
  /** The answer has at most so many characters; a longer one is a failure. */
  readonly maxCharacters: number;
}

/** A text model: writes the prompt that an upstream gets, and shortens it. */
export interface TextProvider {
  /** `<host>/<model>`, for operators. */
  readonly name: string;
  /**
   * @throws {ProviderFailure} for every failure of the upstream, an empty answer included
   */
  write(task: TextTask, signal: AbortSignal): Promise<string>;
}
