/** Our app on a platform, and the platform's URLs. */
export interface PlatformApp {
  readonly clientId: string;
  readonly clientSecret: string;
  /**
   * Maps an official URL to the URL to call: the official URL itself, or the demo's stand-in. URLs
   * returned by a platform are used unchanged.
   */
  rewrite(url: string): string;
  /** Timeout of a request in milliseconds; by default the same as for every vendor. */
  readonly deadlineMs?: number;
}
