/** An address that takes one PUT of one file. */
export interface PresignedPut {
  readonly key: string;
  /** Signed, so a PUT with another type is refused by the store. */
  readonly contentType: string;
  /** Signed when known, so another size is refused. */
  readonly size: number | null;
  readonly expiresSeconds: number;
  readonly now: Date;
}
