/** One thing that a vendor's own client, or a widely used one, does against our fake. */
export interface VendorFlow {
  /** Package of the client, as package.json names it. */
  readonly client: string;
  /** The end of a sentence that begins with the client. */
  readonly does: string;
  readonly run: () => Promise<void>;
}
