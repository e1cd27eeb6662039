/** Our app on a platform, and where the platform is. */
export interface PlatformApp {
  readonly clientId: string;
  readonly clientSecret: string;
  /**
   * Where an official address is called: the same, or its stand-in of the demo. Addresses that a
   * platform returns are used as they are.
   */
  rewrite(url: string): string;
  /** Milliseconds that the platform has for an answer; as with every vendor unless set. */
  readonly deadlineMs?: number;
}
