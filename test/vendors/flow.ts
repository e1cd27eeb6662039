/** Flow that a vendor's own client, or a widely used one, completes with our fake. */
export interface VendorFlow {
  /** Package name of the client, as in package.json. */
  readonly client: string;
  /** Rest of a sentence that begins with the name of the client. */
  readonly does: string;
  readonly run: () => Promise<void>;
}
