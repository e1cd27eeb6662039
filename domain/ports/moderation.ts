/** What a moderator says. `reason` is for operators and the log, never for callers. */
export type Verdict =
  | { readonly allowed: true }
  | { readonly allowed: false; readonly reason: string };

/** Judges words before an upstream sees them. */
export interface Moderation {
  readonly name: string;
  /** @throws {ProviderFailure} when it cannot say */
  text(text: string, signal: AbortSignal): Promise<Verdict>;
}

/** Judges pictures before an upstream sees them. */
export interface PictureModeration {
  readonly name: string;
  /**
   * @param images WebP or PNG, upright
   * @throws {ProviderFailure} when it cannot say
   */
  images(images: readonly Buffer[], signal: AbortSignal): Promise<Verdict>;
}
