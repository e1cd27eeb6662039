/** A flow of a vendor's own client, or a widely used one, with our fake. */
export interface VendorFlow {
  /** Package of the client, as package.json names it. */
  readonly client: string;
  /** Completes a sentence that begins with the client. */
  readonly does: string;
  readonly run: () => Promise<void>;
}
