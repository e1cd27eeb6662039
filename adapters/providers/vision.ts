/** What can be said about a picture by looking at it. */
export interface ImageAnalysis {
  /** Pixels, upright. */
  readonly width: number;
  readonly height: number;
  readonly orientation: 'portrait' | 'landscape' | 'square';
  /** Main colours as `#rrggbb`, the most frequent first; at most five. */
  readonly palette: readonly string[];
  readonly brightness: 'dark' | 'medium' | 'bright';
  /** Where the picture differs most from its surroundings, in fractions of width and height. */
  readonly subjectBox: {
    readonly x: number;
    readonly y: number;
    readonly w: number;
    readonly h: number;
  };
  /** One or two sentences for a prompt. Says only what was seen. */
  readonly description: string;
}

/** Looks at pictures. The keyless one measures; a model may see more. */
export interface VisionProvider {
  readonly name: string;
  /**
   * @throws {ProviderFailure} for every failure of the upstream
   */
  analyse(image: Buffer, signal: AbortSignal): Promise<ImageAnalysis>;
}
