/** A request to a text model. */
export interface TextTask {
  /** Instructions for the answer. */
  readonly instructions: string;
  /** The text to process: user content, never instructions. */
  readonly input: string;
  /** The maximum number of characters; a longer answer is a failure. */
  readonly maxCharacters: number;
}

/** A text model: writes and shortens the prompts for upstreams. */
export interface TextProvider {
  /** `<host>/<model>`, for operators. */
  readonly name: string;
  /** @throws {ProviderFailure} for every failure of the upstream, including an empty answer */
  write(task: TextTask, signal: AbortSignal): Promise<string>;
}
