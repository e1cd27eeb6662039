/** Secrets that link the start and the end of a sign-in at the issuer. Nobody else knows them. */
export interface SignOnSecrets {
  readonly state: string;
  readonly nonce: string;
  readonly verifier: string;
}

/** Sign-in at an OpenID Connect issuer chosen by the operator. */
export interface SingleSignOn {
  /**
   * Begins a sign-in.
   * @returns the URL to send the browser to.
   * @throws if the issuer does not respond
   */
  begin(secrets: SignOnSecrets): Promise<string>;
  /**
   * Finishes a sign-in.
   * @param query the query of the issuer's redirect back to us
   * @returns the e-mail address verified by the issuer, in lower case; null without such an address
   * @throws if the issuer did not sign the person in for these secrets
   */
  finish(query: string, secrets: SignOnSecrets): Promise<string | null>;
}
